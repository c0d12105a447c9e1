import '../render/client'
