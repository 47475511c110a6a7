/** Parts of a hierarchy: branches and leaves are chosen, the leaves are sent. */
import { ALL, isToken, leafToken, leavesIn, lostIn, type Tree, treeOf } from '#domain/tree-choice'
import type { OptionsQuery } from '#schemas/generated/layout.ts'
import { issue } from '../document/issue.ts'
import type { OptionList } from '../params/options.ts'
import { isRecord } from '../document/pointer.ts'
import type { Kind } from './kind.ts'
import { isOption, isPick } from './lists.ts'
import { shapeOf } from './shapes.ts'

/** Properties of the control of a tree: columns with the branches above each row, from the top. */
export type TreeLevels = NonNullable<OptionsQuery['levels']>

/** In the address, as of numbers. */
const MAX_TOKENS = 5_000

function tokensOf(raw: unknown): string[] | null {
  const tokens = [raw].flat().map((one) => (typeof one === 'number' ? leafToken(one) : one))
  return tokens.every((one) => typeof one === 'string' && isToken(one)) ? [...new Set(tokens as string[])] : null
}

const known = new WeakMap<OptionList, Tree>()
function treeIn(list: OptionList): Tree {
  let tree = known.get(list)
  if (tree === undefined) {
    const path = (at: number) => (list.cells?.[at] ?? []).flatMap((cell) => (cell === null ? [] : [String(cell)]))
    tree = treeOf(list.values.map((leaf, at) => ({ leaf, label: '', path: path(at) })))
    known.set(list, tree)
  }
  return tree
}

const levelsOf = (options: unknown): TreeLevels =>
  isRecord(options) ? ((options as unknown as OptionsQuery).levels ?? []) : []

export const tree: Kind = {
  holds: 'many',
  list: 'choices',
  takesFixedList: false,
  normalise(raw) {
    const tokens = tokensOf(raw)
    return tokens?.length === 0 ? undefined : tokens
  },
  find(choice, list) {
    const tokens = choice as readonly string[]
    const lost = lostIn(treeIn(list), tokens)
    const rest = tokens.filter((token) => !lost.includes(token))
    const leaves = leavesIn(treeIn(list), rest)
    const isEmpty = leaves.length === 0
    return { value: isEmpty ? undefined : leaves, choice: isEmpty ? undefined : rest, lost }
  },
  defaultOf(given, { list }) {
    if (!isRecord(given)) return given === undefined ? undefined : (tokensOf(given) ?? undefined)
    const [first, ...others] = list?.values ?? []
    if (given.pick === 'all') return [ALL]
    const isPicked =
      first !== undefined && (given.pick === 'first' || (given.pick === 'onlyOption' && others.length === 0))
    return isPicked ? [leafToken(first)] : undefined
  },
  fitsDefault: (given) =>
    (Array.isArray(given) && tokensOf(given) !== null) || isPick(given, ['all', 'first', 'onlyOption', 'none']),
  check: ({ options }, pointer) =>
    options !== undefined && levelsOf(options).length === 0
      ? [issue('PARAM_LEVELS_MISSING', `${pointer}/options/levels`)]
      : [],
  columns: (options) => levelsOf(options).map(({ value }) => value),
  labelColumns: (options) => levelsOf(options).flatMap(({ label }) => label ?? []),
  optionFields: ['levels'],
  defaultFields: ['pick'],
  parts: { '': ['ids'] },
  gestures: { '': 'list' },
  fromEvent: (raw) => [raw].flat().filter(isOption).map(leafToken),
  urlShapes: [],
  shape: 'tree',
  shapes: {
    tree: shapeOf(
      'tree',
      'branches and numbers with commas',
      (text) => {
        const tokens = text.split(',')
        return tokens.length > MAX_TOKENS ? undefined : (tokensOf(tokens) ?? undefined)
      },
      (value) => {
        const tokens = tokensOf(value)
        const isWritten = tokens !== null && tokens.length > 0 && tokens.length <= MAX_TOKENS
        return isWritten ? tokens.join(',') : undefined
      },
    ),
  },
  view: ({ options }) => ({ own: levelsOf(options) satisfies TreeLevels }),
  room: 'names',
  editor: {
    defaults: [
      ['all', { pick: 'all' }],
      ['first', { pick: 'first' }],
      ['onlyOption', { pick: 'onlyOption' }],
    ],
    optionFields: [{ key: 'levels', control: 'columns' }],
  },
}
