/**
 * Moments saved from dashboards: each file in `widgets/<type>/moments` is held to what the widget promises, without a
 * line for it here.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#domain/languages'
import { drawnOf, readMoment } from '#engine/core/run/moment'
import type { Project } from '#engine/types'
import { widgetIn } from '../../scripts/widget-registry.ts'
import { textsOf } from '../../widgets/lib/test-support/context.ts'
import { otherCells } from './support/csv.ts'
import { problemsOf } from './support/projection.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('widgets/*/moments/*.json', { cwd: root }).toSorted()
const typeOf = (file: string) => file.split('/')[1] ?? ''
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const load = async (type: string) => ({
  definition: await widgetIn<unknown>(`widgets/${type}`),
  project: ((await import(`../../widgets/${type}/model.ts`)) as { project: Project<unknown> }).project,
})

test('there is a moment to learn from', () => {
  expect(files.length).toBeGreaterThan(0)
})

/** A token, an address of a person or of a device, and a key: none of them has any business in a fixture. */
const SECRETS = /eyJ[\w-]{10,}|access_token|[\w.+-]+@[\w-]+\.\w+|\b(?:[0-9A-F]{2}:){5}[0-9A-F]{2}\b|-----BEGIN/i

test.each(files)('%s: it is a moment of this widget, small enough, and holds no token, address or device', (file) => {
  const moment = readMoment(text(file))
  expect(moment.widgets.map(({ type }) => type)).toContain(typeOf(file))
  expect(SECRETS.exec(text(file))?.[0]).toBeUndefined()
})

test.each(files)(
  '%s: its options are valid today, its rows have what the widget reads, and become the same whole projection each time, in every language',
  async (file) => {
    const moment = readMoment(text(file))
    const { definition, project } = await load(typeOf(file))
    for (const widget of moment.widgets.filter(({ type }) => type === definition.type)) {
      for (const language of LANGUAGES) {
        const { t, unknown } = textsOf(definition.type, language)
        const { options, frames, context } = drawnOf(moment, widget, definition, t)
        for (const [input, { required, columns }] of Object.entries(definition.data)) {
          if (required)
            expect(
              Object.keys(columns).filter((id) => !frames[input]?.columns.some((column) => column.id === id)),
            ).toEqual([])
        }
        const projection = project(options, frames, { ...context, locale: language })
        expect({ language, problems: problemsOf(projection), unknown: [...unknown] }).toEqual({
          language,
          problems: [],
          unknown: [],
        })
        expect(project(options, frames, { ...context, locale: language })).toEqual(projection)
        expect(JSON.stringify(projection)).not.toMatch(/\{\{|undefined|\[object/)
        expect(otherCells(projection)).toEqual([])
      }
    }
  },
)
