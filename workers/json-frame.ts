/** Frames that came as JSON, or as something else that should have been a frame. */
import { DomainError } from '#domain/domain-error'
import type { Frame } from '#domain/frame'
import { fromJson } from '#domain/frame-build'
import { isFrameJson } from '#schemas/generated/data/frame.ts'

/** `asOf`: newest hour in the data, epoch ms, where the body says so. Throws FRAME_BROKEN. */
export function decodeJson(bytes: Uint8Array): { frame: Frame; asOf?: number } {
  const json = parseJson(bytes)
  if (!isFrameJson(json)) {
    const [error] = isFrameJson.errors ?? []
    throw new DomainError(
      'FRAME_BROKEN',
      `The answer is no frame: ${error?.instancePath ?? ''} ${error?.message ?? ''}.`,
    )
  }
  return { frame: fromJson(json), ...(typeof json.asOf === 'number' && { asOf: json.asOf }) }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw new DomainError(
      'FRAME_BROKEN',
      `The answer of ${bytes.byteLength} bytes is no JSON.`,
      { bytes: bytes.byteLength },
      error,
    )
  }
}
