/**
 * The schema of documents as this page knows them: the layout's own, with the options of every widget type and the
 * arguments of every source in their places.
 */
import type { SourceArg, SourceRegistry, WidgetRegistry } from '#engine/types'
import { textAt } from '../model/raw.ts'
import type { JsonSchema } from '#engine/core/document/option-fields'

export interface SchemaParts {
  readonly layout: JsonSchema
  readonly transform: JsonSchema
  readonly options: Readonly<Record<string, JsonSchema>>
  readonly widgets: WidgetRegistry
  readonly sources: SourceRegistry
}

export interface NamedSchema {
  readonly uri: string
  readonly fileMatch?: readonly string[]
  readonly schema: JsonSchema
}

export const LAYOUT_FILE = '*.layout.json'
const uriOf = (name: string) => `aforo://schemas/${name}.schema.json`

/** Of arguments that are required without another one: this or that is there. */
function oneOrTheOther(args: Readonly<Record<string, SourceArg>>): JsonSchema {
  const pairs = Object.entries(args).flatMap(([arg, { requiredWithout: other }]) =>
    other === undefined ? [] : [{ anyOf: [{ required: [arg] }, { required: [other] }] }],
  )
  return pairs.length === 0 ? {} : { allOf: pairs }
}

/** The address of the schema that a document names, as the language service works it out from the document's own. */
export function namedSchema(document: unknown, at: string): string | undefined {
  const { $schema } = (document ?? {}) as { $schema?: unknown }
  if (typeof $schema !== 'string' || $schema === '') return undefined
  try {
    return new URL($schema, at).href
  } catch {
    return undefined
  }
}

/**
 * Schemas for completion and hovers; the first is that of the document. `also`: the address a document names in
 * `$schema`, which would win over its file's.
 */
export function schemasOf(
  { layout, transform, options, widgets, sources }: SchemaParts,
  also?: string,
): readonly NamedSchema[] {
  const definitions = layout.definitions as Readonly<Record<string, JsonSchema>>
  const steps = { type: 'array', items: { $ref: `${uriOf('transform')}#/definitions/step` } }
  const { widget, query } = definitions as { widget: JsonSchema; query: JsonSchema }
  const data = widget.properties?.data as JsonSchema & { additionalProperties: JsonSchema }
  const input = {
    ...data.additionalProperties,
    properties: {
      ...data.additionalProperties.properties,
      transform: { ...data.additionalProperties.properties?.transform, ...steps },
    },
  }

  const types = [...widgets.values()].map((definition) => ({
    when: 'type',
    is: definition.type,
    shape: {
      properties: {
        ...(Object.hasOwn(options, definition.type) && { options: { $ref: uriOf(`options/${definition.type}`) } }),
        data: {
          properties: Object.fromEntries(
            Object.entries(definition.data).map(([name, { columns }]) => [
              name,
              { ...input, description: inputWords(columns) },
            ]),
          ),
          additionalProperties: false,
        },
        ...(definition.emits && {
          emits: {
            properties: Object.fromEntries(
              Object.entries(definition.emits).map(([event, fields]) => [
                event,
                {
                  description: `Fields: ${Object.keys(fields)
                    .map((field) => `$event.${field}`)
                    .join(', ')}.`,
                },
              ]),
            ),
          },
        }),
      },
    },
  }))
  const calls = [...sources.values()].map(({ name, args, columns }) => ({
    when: 'source',
    is: name,
    words: `Columns: ${columns.map(({ id }) => id).join(', ')}.`,
    shape: {
      properties: {
        args: {
          properties: Object.fromEntries(
            Object.entries(args).map(([arg, { type, required, requiredWithout, words }]) => [
              arg,
              {
                description:
                  type +
                  (required === true ? ', required' : '') +
                  (required === true || requiredWithout === undefined ? '' : `, required without ${requiredWithout}`) +
                  ': a value, or a filter as $filter or $filter.part.',
                anyOf: [...literals(type, words), { type: 'string', pattern: '^\\$' }],
              },
            ]),
          ),
          additionalProperties: false,
          required: Object.entries(args)
            .filter(([, { required }]) => required === true)
            .map(([arg]) => arg),
          ...oneOrTheOther(args),
        },
      },
    },
  }))
  const whole: NamedSchema = {
    uri: uriOf('layout'),
    fileMatch: [LAYOUT_FILE],
    schema: {
      ...layout,
      definitions: {
        ...definitions,
        widget: {
          ...widget,
          allOf: types.map(branch),
          properties: {
            ...widget.properties,
            data: { ...data, additionalProperties: input },
            type: {
              ...widget.properties?.type,
              enum: types.map(({ is }) => is),
              enumDescriptions: types.map(({ is }) => textAt(options[is], 'description')),
            },
          },
        },
        query: {
          ...query,
          allOf: calls.map(branch),
          properties: {
            ...query.properties,
            transform: { ...query.properties?.transform, ...steps },
            source: {
              ...query.properties?.source,
              enum: calls.map(({ is }) => is),
              enumDescriptions: calls.map(({ words }) => words),
            },
          },
        },
      },
    },
  }
  return [
    whole,
    ...(also === undefined ? [] : [{ uri: also, schema: whole.schema }]),
    { uri: uriOf('transform'), schema: transform },
    ...Object.entries(options).map(([type, schema]) => ({ uri: uriOf(`options/${type}`), schema })),
  ]
}

const INTEGER = { type: 'integer' }
/** The values of an argument besides a filter. */
const LITERALS: Readonly<Record<SourceArg['type'], readonly JsonSchema[]>> = {
  id: [INTEGER],
  ids: [INTEGER, { type: 'array', items: INTEGER }, { type: 'string' }],
  number: [{ type: 'number' }],
  date: [{ type: 'string' }],
  text: [{ type: ['string', 'number', 'boolean'] }],
}

/** The words of an argument, where it has some: the editor completes them, and marks any other. */
function literals(type: SourceArg['type'], words: SourceArg['words']): readonly JsonSchema[] {
  if (words === undefined) return LITERALS[type]
  const list = { type: 'string', pattern: `^(${words.of.join('|')})(,(${words.of.join('|')}))*$` }
  return [{ enum: words.of }, ...(words.isList === true ? [list] : [])]
}

const branch = ({ when, is, shape }: { when: string; is: string; shape: JsonSchema }): JsonSchema =>
  Object.fromEntries([
    ['if', { properties: { [when]: { const: is } }, required: [when] }],
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    ['then', shape],
  ])

const inputWords = (columns: Readonly<Record<string, string>>) => {
  const names = Object.keys(columns)
  return names.length === 0 ? 'Any columns.' : `Needs the columns ${names.join(', ')}.`
}
