/** docs/widgets.md and docs/sources.md, written from the same references that the workshop draws. */
import type { EventField } from '#engine/types'
import type { OptionRow } from './options.ts'
import type { SourceReference } from './sources.ts'
import { type InputReference, STATE_WORDS, type WidgetReference } from './widgets.ts'

const HEAD = '<!-- Written by npm run schemas; do not edit. -->'

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const code = (text: string) => `\`${text}\``
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  ].join('\n')

const valuesOf = ({ type, choices, range }: OptionRow): string =>
  [choices.length > 0 ? `${type}: ${choices.map(code).join(', ')}` : type, ...(range === '' ? [] : [range])].join('; ')

function inputLines({ name, isRequired, columns, sources }: InputReference): string {
  const words = (required: boolean) =>
    columns
      .filter((column) => column.isRequired === required)
      .map(({ id, role }) => `${code(id)} (${role})`)
      .join(', ')
  const [needed, used] = [words(true), words(false)]
  return [
    `- ${code(name)}${isRequired ? '' : ', may be left out'}: ` +
      `${needed === '' ? 'any columns; the options name them' : needed}.`,
    ...(used === '' ? [] : [`  Used when there: ${used}.`]),
    ...(sources === undefined || sources.length === 0
      ? []
      : [
          '  As they come from ' +
            `${sources.map((source) => `[${code(source)}](sources.md#${anchor(source)})`).join(', ')}.`,
        ]),
  ].join('\n')
}

const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

/** "`$event.values` (several members of `category`), `$event.range` (range)". */
const fieldWords = (fields: Readonly<Record<string, EventField>>) =>
  Object.entries(fields)
    .map(([name, holds]) => {
      if (typeof holds === 'string') return `${code(`$event.${name}`)} (${holds})`
      if ('daysOf' in holds)
        return `${code(`$event.${name}`)} (range of the days, weeks or months of ${code(holds.daysOf)})`
      return (
        `${code(`$event.${name}`)} (${holds.isList === true ? 'several members' : 'member'} of ` +
        `${code(holds.memberOf)})`
      )
    })
    .join(', ')

function widgetPart(widget: WidgetReference): string {
  const { type, name, description, category, version, sizes, inputs, emits, options } = widget
  return [
    `## ${type}`,
    `**${name}.** ${description} Category ${category}, options version ${version}. Starts at ` +
      `${sizes.default.join(' × ')}, no smaller than ${sizes.min.join(' × ')} (columns × rows).`,
    ...(inputs.length === 0 ? ['Takes no data.'] : [`Data:\n\n${inputs.map(inputLines).join('\n')}`]),
    ...(emits.length === 0
      ? []
      : [`Emits ${emits.map(({ event, fields }) => `${code(event)} with ${fieldWords(fields)}`).join('; ')}.`]),
    options.length === 0
      ? 'It has no options.'
      : table(
          ['option', 'value', 'default', 'meaning'],
          options.map((option) => [
            code(option.path),
            `${valuesOf(option)}${option.isRequired ? '; required' : ''}`,
            option.standard === undefined ? '' : code(option.standard),
            option.description,
          ]),
        ),
  ].join('\n\n')
}

/** The whole of docs/widgets.md. */
export function widgetsPage(widgets: readonly WidgetReference[]): string {
  return `${[
    HEAD,
    '# Widgets',
    'Every widget with its data, its events and its options, written from its definition and its schema. `npm run storybook` shows each in every state, with its contract; [Write a widget](write-a-widget.md) makes one.',
    table(
      ['type', 'shows', 'category', 'data'],
      widgets.map(({ type, name, description, category, inputs }) => [
        `[${type}](#${anchor(type)})`,
        `${name}. ${description}`,
        category,
        inputs.map((input) => code(input.name)).join(', '),
      ]),
    ),
    '## States',
    'The frame around a widget shows these; the widget itself only ever draws data.',
    table(
      ['state', 'what it means', 'stories'],
      (widgets[0]?.states ?? []).map(({ state, stories }) => [
        code(state),
        STATE_WORDS[state] ?? '',
        stories.join(', '),
      ]),
    ),
    ...widgets.map(widgetPart),
  ].join('\n\n')}\n`
}

const neededWhen = ({ isRequired, requiredWithout }: SourceReference['args'][number]) =>
  isRequired ? 'yes' : requiredWithout === null ? '' : `without ${code(requiredWithout)}`

function sourcePart({ name, about, row, args, columns, cost, feeds }: SourceReference): string {
  return [
    `## ${name}`,
    `${about} One row is ${row}.`,
    args.length === 0
      ? 'It takes no arguments.'
      : table(
          ['argument', 'type', 'required', 'meaning'],
          args.map((arg) => [code(arg.name), arg.type, neededWhen(arg), arg.meaning]),
        ),
    table(
      ['column', 'type', 'role', 'unit', 'meaning'],
      columns.map((column) => [code(column.id), column.type, column.role, column.unit, column.meaning]),
    ),
    cost.join(' '),
    ...(feeds.length === 0
      ? []
      : [`Feeds, as it comes: ${feeds.map((type) => `[${type}](widgets.md#${anchor(type)})`).join(', ')}.`]),
  ].join('\n\n')
}

/** The whole of docs/sources.md. */
export function sourcesPage(sources: readonly SourceReference[]): string {
  return `${[
    HEAD,
    '# Sources',
    'What `queries.*.source` of a layout may name, written from the source registry, the schemas of the calls and the metric registry. A layout can name nothing else, and no address.',
    sources[0]?.cache ?? '',
    table(
      ['source', 'one row is', 'required arguments', 'columns'],
      sources.map(({ name, row, args, columns }) => [
        `[${name}](#${anchor(name)})`,
        row,
        args
          .filter(({ isRequired }) => isRequired)
          .map((arg) => code(arg.name))
          .join(', '),
        String(columns.length),
      ]),
    ),
    ...sources.map(sourcePart),
  ].join('\n\n')}\n`
}
