/** One local of a list, by its number. */
import type { Kind } from './kind.ts'
import { single } from './single.ts'

const isNumber = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0

export const local: Kind = {
  ...single,
  normalise(raw, definition) {
    const one = single.normalise(raw, definition)
    return isNumber(one) ? one : null
  },
  fitsDefault: (given, definition) => typeof given !== 'string' && single.fitsDefault(given, definition),
  parts: { '': ['id', 'ids', 'number'] },
  shape: 'id',
  editor: { ...single.editor, literal: { form: 'number', first: 1 } },
}
