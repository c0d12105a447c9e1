import '../render/client/client'
