/** Reading the label of a device with the camera, where the browser can. */
import { macIn } from '#domain/mac'

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorMaker = new (options?: { readonly formats?: readonly string[] }) => Detector

const makerIn = (scope: object): DetectorMaker | undefined =>
  (scope as { readonly BarcodeDetector?: DetectorMaker }).BarcodeDetector

export const canScan = (): boolean =>
  makerIn(globalThis) !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function'

const EVERY_MS = 250

/** Looks until a label with a MAC is in sight, or `signal` aborts. Rejects when the camera is not given. */
export async function scanMac(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const Maker = makerIn(globalThis)
  if (Maker === undefined) return null
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  try {
    if (signal.aborted) return null
    video.srcObject = stream
    await video.play()
    const detector = new Maker()
    while (!signal.aborted) {
      for (const { rawValue } of await detector.detect(video)) {
        const mac = macIn(rawValue)
        if (mac !== null) return mac
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
    return null
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
