/** One of a list. */
import { isRecord } from '../document/pointer.ts'
import type { Kind } from './kind.ts'
import { findOne, isOption, isPick, picked } from './lists.ts'

export const single: Kind = {
  holds: 'one',
  list: 'choices',
  normalise: (raw) =>
    isOption(raw) ? raw : Array.isArray(raw) && raw.length === 1 && isOption(raw[0]) ? raw[0] : null,
  find: findOne,
  defaultOf(given, { list }) {
    if (isRecord(given)) return picked(given, list)?.[0]
    // A value that the list lacks is no default.
    return list === undefined || (isOption(given) && list.values.includes(given)) ? given : undefined
  },
  fitsDefault: (given) =>
    typeof given === 'string' || typeof given === 'number' || isPick(given, ['first', 'onlyOption', 'none']),
  defaultFields: ['pick'],
  parts: { '': ['id', 'ids', 'text', 'number'] },
  gestures: { '': 'list' },
  urlShapes: ['id'],
  shape: (_definition, isTextList) => (isTextList ? 'text' : 'id'),
  room: 'field',
  editor: {
    defaults: [
      ['first', { pick: 'first' }],
      ['onlyOption', { pick: 'onlyOption' }],
    ],
    literal: { form: 'scalar', first: 1 },
  },
}
