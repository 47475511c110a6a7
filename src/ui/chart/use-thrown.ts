/**
 * What fails in a frame of its own is thrown where the chart is rendered: only there can the frame around a widget keep
 * it to this widget, and say why.
 */
import { useCallback, useState } from 'react'

/** `drawing` is what could not be drawn: another one is tried. */
export function useThrown(drawing: unknown): (cause: unknown) => void {
  const [failed, setFailed] = useState<{ readonly drawing: unknown; readonly cause: unknown } | null>(null)
  if (failed !== null && failed.drawing === drawing) throw failed.cause
  return useCallback((cause) => setFailed({ drawing, cause }), [drawing])
}
