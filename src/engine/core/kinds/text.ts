/** A text that a reader types. */
import type { Kind } from './kind.ts'

export const text: Kind = {
  isFreeText: true,
  normalise: (raw) => (typeof raw === 'string' ? raw : null),
  defaultOf: (given) => (typeof given === 'object' ? undefined : given),
  fitsDefault: (given) => typeof given === 'string',
  parts: { '': ['id', 'text'] },
  gestures: { '': ['text'] },
  urlShapes: [],
  shape: 'text',
  room: 'line',
  editor: { literal: { form: 'text', first: '…' } },
}
