/**
 * The text with its values filled in. What cannot be filled in is a dash; what is filled in can never become markup.
 */
import { dayNumber, parseDay } from '#domain/periods'
import { NOTHING } from '#domain/format'
import { findMetric } from '#domain/metrics/index'
import type { Frame } from '#domain/frame'
import type { Frames, Project, ProjectionContext } from '#engine/types'
import {
  definitionsOf,
  fieldChangeValue,
  fieldChangeFormat,
  fieldOf,
  fieldValue,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Field } from '../lib/fields.ts'
import { stateAmong } from '../lib/estimates.ts'
import { passportOfAtoms } from '../lib/groups.ts'
import { definitions, textColumn, write } from '../lib/measure.ts'
import { periodLabels } from '../lib/periods.ts'
import type { TextOptions } from './generated/options.ts'

const PLACE = /\{\{\s*([\w.-]+)\s*\}\}/g

export const project = ((options, { rows }: Frames, context) => {
  const total = rows === undefined ? { comparing: null, reference: null } : pairTotal(pairsOf(rows, [], context))
  const used: Field[] = []
  const markdown = options.markdown.replace(PLACE, (_all, name: string) => {
    const [id = '', part = ''] = name.split('.')
    if (id === 'param') return escaped(paramText(part, context))
    const field = fieldIn(id, rows, options, context)
    if (field === null) return NOTHING
    used.push(field)
    if (part === 'change')
      return escaped(
        write(context, fieldChangeValue(field, total.comparing, total.reference), fieldChangeFormat(field)),
      )
    return escaped(
      write(context, fieldValue(field, part === 'reference' ? total.reference : total.comparing), field.format),
    )
  })
  const stateOf = stateAmong(used.map(({ metric }) => metric))
  return {
    columns: [textColumn('text', context.t('name'))],
    rows: [[markdown]],
    category: 'text',
    summary: plain(markdown),
    ...(used.length > 0 && {
      states: [total.comparing === null ? ('missing' as const) : stateOf(total.comparing)],
      passport: passportOfAtoms(
        total.comparing ?? {},
        definitions(definitionsOf([...new Map(used.map((field) => [field.id, field])).values()])),
      ),
    }),
  }
}) satisfies Project<TextOptions>

const fieldIn = (
  id: string,
  rows: Frame | undefined,
  { names }: Required<TextOptions>,
  context: ProjectionContext,
): Field | null =>
  findMetric(id) !== undefined || rows?.columns.some((column) => column.id === id && column.role === 'measure') === true
    ? fieldOf(id, rows, context, names)
    : null

/** Signs that Markdown reads are written as themselves. */
const escaped = (text: string) => text.replaceAll(/[\\`*_{}[\]()#+!|<>~&]/g, '\\$&')

function paramText(name: string, context: ProjectionContext): string {
  const value = Object.hasOwn(context.params, name) ? context.params[name] : undefined
  const one = (item: unknown): string => {
    if (typeof item === 'number')
      return (
        (context.labels[name] ?? context.labels[name.replace(/s$/, '')])?.get(item) ?? write(context, item, 'number')
      )
    if (typeof item === 'string') return parseDay(item) === null ? item : write(context, dayNumber(item), 'day')
    return typeof item === 'boolean' ? String(item) : NOTHING
  }
  if (Array.isArray(value)) return value.map(one).join(', ') || NOTHING
  if (typeof value === 'object' && value !== null && 'comparing' in value) {
    const { comparing, reference } = periodLabels(context)
    return context.periods?.reference ? `${comparing} – ${reference}` : comparing
  }
  return one(value)
}

/** For readers of the page's outline: the words without their signs. */
const plain = (markdown: string) =>
  markdown
    .replaceAll(/[*_`#>]|\\(?=[^\w\s])/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300) || NOTHING
