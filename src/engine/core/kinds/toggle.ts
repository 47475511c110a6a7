/** Yes or no. */
import type { Kind } from './kind.ts'

export const toggle: Kind = {
  normalise: (raw) => (typeof raw === 'boolean' ? raw : null),
  hasOwnDefault: true,
  defaultOf: (given) => (typeof given === 'object' ? undefined : (given ?? false)),
  fitsDefault: (given) => typeof given === 'boolean',
  parts: { '': ['text'] },
  gestures: { '': ['boolean'] },
  urlShapes: [],
  shape: 'flag',
  room: 'switch',
  editor: {
    defaults: [
      ['on', true],
      ['off', false],
    ],
  },
}
