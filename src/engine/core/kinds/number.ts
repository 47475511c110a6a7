/** A number, between two where the document says so. */
import type { Kind } from './kind.ts'

export const number: Kind = {
  normalise: (raw, { min = -Infinity, max = Infinity }) =>
    typeof raw === 'number' && raw >= min && raw <= max ? raw : null,
  defaultOf: (given) => (typeof given === 'object' ? undefined : given),
  fitsDefault: (given) => typeof given === 'number',
  fields: ['min', 'max'],
  parts: { '': ['id', 'number'] },
  gestures: { '': ['number', 'id'] },
  urlShapes: ['id'],
  shape: 'number',
  view: ({ min, max }) => ({ ...(min !== undefined && { min }), ...(max !== undefined && { max }) }),
  room: 'line',
  editor: {
    literal: { form: 'number', first: 0 },
    fields: [
      { key: 'min', control: 'number' },
      { key: 'max', control: 'number' },
    ],
  },
}
