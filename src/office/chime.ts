/** The key in `localStorage`: the choice is the device's, not the person's. */
const key = 'office.sound'

/** Blocked storage counts as empty. */
function stored<Answer>(act: (storage: Storage) => Answer): Answer | null {
  try {
    return act(window.localStorage)
  } catch {
    return null
  }
}

/** Whether the sound was turned on on this device. */
export const readSoundChoice = async (): Promise<boolean> => stored(storage => storage.getItem(key)) === 'on'

let audio: AudioContext | null = null

/** Keeps the choice, and waits until the browser lets the page play sound: at the first press since the page was loaded. */
export async function allowSound(signal: AbortSignal): Promise<null> {
  stored(storage => storage.setItem(key, 'on'))
  const context = (audio ??= new AudioContext())
  const resume = () => void context.resume()
  for (const type of ['pointerdown', 'pointerup', 'keydown']) document.addEventListener(type, resume, { signal })
  await context.resume()
  return null
}

/** Forgets the choice. */
export async function endSound(): Promise<null> {
  stored(storage => storage.removeItem(key))
  return null
}

/** The notes of the sound: hertz, and seconds after its beginning. */
const notes = [
  { pitch: 880, at: 0 },
  { pitch: 1175, at: 0.18 },
]
/** Seconds. */
const noteLength = 0.5

/** Plays two notes that fade, without waiting for their end. */
export async function playSound(): Promise<null> {
  const context = audio!
  void context.resume() // a telephone call, for example, suspends it
  for (const { pitch, at } of notes) {
    const begin = context.currentTime + at
    const volume = new GainNode(context, { gain: 0 })
    volume.gain.setValueAtTime(0.25, begin)
    volume.gain.exponentialRampToValueAtTime(0.001, begin + noteLength)
    const tone = new OscillatorNode(context, { frequency: pitch })
    tone.connect(volume).connect(context.destination)
    tone.start(begin)
    tone.stop(begin + noteLength)
  }
  return null
}
