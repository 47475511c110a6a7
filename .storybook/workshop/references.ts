/**
 * The references of widgets and sources, and their examples, as the bundler finds them: the same as in docs/widgets.md
 * and docs/sources.md.
 */
import { isFrameJson, type FrameJson } from '#schemas/generated/data/frame.ts'
import { widgets } from '#widgets'
import { dereference } from '../../schemas/refs.ts'
import metrics from '../../src/i18n/locales/metrics/en.json'
import { namedSources } from '../../scripts/reference/named-sources.ts'
import type { OptionsSchema } from '../../scripts/reference/options.ts'
import {
  type CallSchemas,
  type MetricTexts,
  sourceReference,
  type SourceReference,
} from '../../scripts/reference/sources.ts'
import { widgetReference, type WidgetReference, type WidgetTexts } from '../../scripts/reference/widgets.ts'

export interface Example {
  readonly options: Readonly<Record<string, unknown>>
  readonly frames: Readonly<Record<string, FrameJson>>
}

const schemas = import.meta.glob<OptionsSchema>('../../widgets/*/options.schema.json', {
  import: 'default',
  eager: true,
})
const shared = import.meta.glob<object>('../../schemas/widgets/*.schema.json', { import: 'default', eager: true })
const schemaOf = (type: string) =>
  dereference(
    at(schemas, type, 'options.schema.json'),
    `widgets/${type}/options.schema.json`,
    (target) => shared[`../../${target}`],
  ) as OptionsSchema
const texts = import.meta.glob<WidgetTexts>('../../widgets/*/i18n/en.json', { import: 'default', eager: true })
const examples = import.meta.glob<{ options: Record<string, unknown>; frames: Record<string, unknown> }>(
  '../../widgets/*/example.json',
  { import: 'default', eager: true },
)
const at = <T>(files: Record<string, T>, type: string, file: string): T => {
  const found = files[`../../widgets/${type}/${file}`]
  if (found === undefined) throw new Error(`widgets/${type}/${file} is not there`)
  return found
}

export const sources = namedSources()

export const widgetReferences: readonly WidgetReference[] = [...widgets.values()].map((definition) =>
  widgetReference(definition, schemaOf(definition.type), at(texts, definition.type, 'i18n/en.json'), sources),
)

const callFiles = import.meta.glob<object>('../../schemas/api/*-query.schema.json', { import: 'default', eager: true })
const calls = Object.fromEntries(
  Object.entries(callFiles).map(([file, schema]) => [
    file.slice(file.lastIndexOf('/') + 1, -'.schema.json'.length),
    schema,
  ]),
) as unknown as CallSchemas
export const sourceReferences = (): SourceReference[] =>
  [...sources.values()].map((source) =>
    sourceReference(source, { metrics: metrics as unknown as MetricTexts, calls, widgets }),
  )

/** A copy: frames are given away when they are opened. */
export function exampleOf(type: string): Example {
  const { options, frames } = structuredClone(at(examples, type, 'example.json'))
  return {
    options,
    frames: Object.fromEntries(
      Object.entries(frames).map(([input, frame]) => {
        if (!isFrameJson(frame)) throw new Error(`widgets/${type}/example.json: ${input} is no frame`)
        return [input, frame]
      }),
    ),
  }
}
