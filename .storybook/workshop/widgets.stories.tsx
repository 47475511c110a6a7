import type { Meta, StoryObj } from '@storybook/react-vite'
import { useMemo } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { widgets } from '#widgets'
import { storiesFor } from '../../widgets/lib/stories.tsx'
import { Chooser, Code, Part } from './parts.tsx'
import { exampleOf, widgetReferences } from './references.ts'
import { docsHref, WidgetHead, WidgetParts } from './widget-page.tsx'
import css from './workshop.module.css'

const meta = { title: 'Workshop/Widgets', tags: ['!autodocs'] } satisfies Meta
export default meta

const choices = widgetReferences.map(({ type, name, description }) => ({
  id: type,
  name,
  note: type,
  words: description,
}))

function Chosen({ type }: { type: string }) {
  const widget = widgetReferences.find((one) => one.type === type)
  if (widget === undefined) return null
  return (
    <>
      <WidgetHead widget={widget} />
      <Part
        title="As it looks"
        note={
          <>
            Drawn with its <Code>example.json</Code>.{' '}
            <a href={docsHref(type)} target="_top">
              Every state is on its Docs page.
            </a>
          </>
        }
      >
        <Drawn type={type} />
      </Part>
      <WidgetParts widget={widget} />
    </>
  )
}

function Drawn({ type }: { type: string }) {
  const story = useMemo(() => {
    const definition = widgets.get(type)
    return definition && storiesFor(definition, exampleOf(type)).stories.Ready
  }, [type])
  return (
    <div className={css.stage} role="group" aria-label={`${type}, drawn with its example`} tabIndex={0}>
      {story?.render()}
    </div>
  )
}

const catalogue = () => (
  <Chooser label="Find a widget" plural="Widgets" choices={choices} first="kpi-table">
    {(type) => <Chosen key={type} type={type} />}
  </Chooser>
)

/** Each widget with its whole reference; its contract is asked of the code that the tests run. */
export const Widgets: StoryObj = { render: catalogue, tags: ['!test'] }

export const Found: StoryObj = {
  render: catalogue,
  tags: ['!dev'],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Find a widget' }), 'gauge')
    await userEvent.click(await canvas.findByRole('button', { name: /Gauge/ }))
    await expect(await canvas.findByRole('heading', { level: 1, name: 'Gauge' })).toBeVisible()
    await expect(
      within(canvas.getByRole('group', { name: 'Options of gauge' })).getAllByRole('row').length,
    ).toBeGreaterThan(3)
    await waitFor(() => expect(canvas.getByText(/^\d+ of \d+ facts hold$/)).toBeVisible(), { timeout: 10_000 })
    await waitFor(() => expect(canvasElement.querySelector('[data-story-ready]')).not.toBeNull(), { timeout: 10_000 })
  },
}
