/**
 * The options of a widget as rows of a table, from its schema alone: what the form, the editor and the guard read too.
 */
export interface OptionRow {
  /** `measures[].axis`: an option of the members of a list. */
  readonly path: string
  /** In words: `list of objects`, `one of`, `whole number`. */
  readonly type: string
  readonly choices: readonly string[]
  /** `1 to 7 members`, `0 to 100`; `''` when nothing bounds it. */
  readonly range: string
  /** As JSON; undefined where there is none. */
  readonly standard: string | undefined
  readonly isRequired: boolean
  readonly description: string
  /** How the form asks for it; `''` inside a list. */
  readonly control: string
}

export interface OptionsSchema {
  readonly [keyword: string]: unknown
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: OptionsSchema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, OptionsSchema>>
}

/** Rows in the order in which the form shows them; what is in a list follows the list. */
export function optionRows(schema: OptionsSchema, path = ''): OptionRow[] {
  const place = (option: OptionsSchema) =>
    (option['x-ui'] as { order?: number } | undefined)?.order ?? Number.POSITIVE_INFINITY
  const entries = Object.entries(schema.properties ?? {}).toSorted(([, a], [, b]) => {
    const [x, y] = [place(a), place(b)]
    return x === y ? 0 : x - y
  })
  return entries.flatMap(([id, option]) => {
    const here = `${path}${id}`
    const row: OptionRow = {
      path: here,
      type: typeWords(option),
      choices: choicesOf(option),
      range: rangeWords(option),
      standard: 'default' in option ? JSON.stringify(option.default) : undefined,
      isRequired: schema.required?.includes(id) ?? false,
      description: option.description ?? '',
      control: (option['x-ui'] as { control?: string } | undefined)?.control ?? '',
    }
    return [row, ...(option.items?.properties ? optionRows(option.items, `${here}[].`) : [])]
  })
}

const NAMES: Readonly<Record<string, string>> = {
  boolean: 'yes or no',
  integer: 'whole number',
  number: 'number',
  string: 'text',
  object: 'object',
  null: 'nothing',
}

function typeWords(option: OptionsSchema): string {
  const hints = (option['x-ui'] ?? {}) as { control?: string; role?: string; metrics?: boolean }
  if (option.enum !== undefined) return 'one of'
  if (option.type === 'array') return `list of ${listWords(option, hints)}`
  if (hints.control === 'column') return columnWords(hints)
  return [option.type ?? []]
    .flat()
    .map((name) => NAMES[name] ?? name)
    .join(' or ')
}

function listWords({ items }: OptionsSchema, hints: { control?: string; role?: string; metrics?: boolean }): string {
  if (hints.control === 'columns') return `${columnWords(hints)}s`.replace('metric or measures', 'metrics or measures')
  if (items?.enum !== undefined) return 'choices'
  const word = NAMES[[items?.type ?? []].flat()[0] ?? ''] ?? 'values'
  return word.endsWith('s') ? word : `${word}s`
}

const columnWords = ({ role, metrics }: { role?: string; metrics?: boolean }): string =>
  role === 'dim' ? 'dimension' : metrics === true ? 'metric or measure' : role === 'measure' ? 'measure' : 'column'

const choicesOf = ({ enum: choices, items }: OptionsSchema): string[] =>
  (choices ?? items?.enum ?? []).map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice)))

const BOUNDS = [
  ['minimum', 'maximum', ''],
  ['minLength', 'maxLength', ' characters'],
  ['minItems', 'maxItems', ' members'],
] as const

function rangeWords(option: OptionsSchema): string {
  const bounds = BOUNDS.flatMap(([least, most, unit]) => {
    const [from, to] = [option[least], option[most]]
    if (typeof from !== 'number' && typeof to !== 'number') return []
    return [
      typeof from !== 'number'
        ? `at most ${String(to)}${unit}`
        : typeof to !== 'number'
          ? `at least ${from}${unit}`
          : from === to
            ? `exactly ${from}${unit}`
            : `${from} to ${to}${unit}`,
    ]
  })
  return [
    ...bounds,
    ...(option.uniqueItems === true ? ['none twice'] : []),
    ...(typeof option.pattern === 'string' ? [`matching ${option.pattern}`] : []),
  ].join(', ')
}
