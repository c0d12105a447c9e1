import { windowPersistentEvents } from '@nanostores/persistent'

// A store lets go of the window a second after its last listener has left. By then a test's window may be gone.
const letGo = windowPersistentEvents.removeEventListener
windowPersistentEvents.removeEventListener = (...listener) => {
  if (typeof window !== 'undefined') letGo(...listener)
}
