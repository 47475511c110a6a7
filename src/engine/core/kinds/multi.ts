/** Any number of a list. */
import type { OptionValue } from '../params/options.ts'
import { isRecord } from '../document/pointer.ts'
import type { Kind } from './kind.ts'
import { findMany, isOption, isPick, picked } from './lists.ts'

export const multi: Kind = {
  holds: 'many',
  list: 'choices',
  normalise(raw) {
    const list = [raw].flat()
    if (!list.every(isOption)) return null
    return list.length === 0 ? undefined : [...new Set(list as OptionValue[])]
  },
  find: findMany,
  defaultOf(given, { list }) {
    if (isRecord(given)) return picked(given, list)
    if (list === undefined || given === undefined) return given
    return list.values.filter((value) => Array.isArray(given) && given.includes(value))
  },
  fitsDefault: (given) => Array.isArray(given) || isPick(given, ['first', 'all', 'onlyOption', 'none']),
  defaultFields: ['pick'],
  parts: { '': ['ids'] },
  gestures: { '': 'list' },
  fromEvent: (raw) => [raw].flat(),
  urlShapes: ['ids'],
  shape: (_definition, isTextList) => (isTextList ? 'texts' : 'ids'),
  room: 'list',
  editor: {
    defaults: [
      ['all', { pick: 'all' }],
      ['first', { pick: 'first' }],
      ['onlyOption', { pick: 'onlyOption' }],
    ],
    literal: { form: 'list', first: [1] },
  },
}
