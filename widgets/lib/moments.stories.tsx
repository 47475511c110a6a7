/**
 * What dashboards showed, kept in `widgets/<type>/moments/*.json` by "Save this moment": every file is drawn here, with
 * its own filters and periods and in the reader's language. A file needs no story of its own;
 * `tests/widgets/moments.test.ts` holds it to the widget's contract.
 */
import { expect, waitFor } from 'storybook/test'
import { drawnOf, readMoment } from '#engine/core/run/moment'
import type { WidgetDefinition } from '#engine/types'
import { guardedWidgets } from '../guarded.ts'
import { storiesFor } from './stories.tsx'
import css from './moments.module.css'

const files = import.meta.glob<string>('../*/moments/*.json', { query: '?raw', import: 'default', eager: true })

/**
 * `../status-evolution/moments/a-quiet-month.json` -> the widgets of its type in it, each as the story of a whole
 * widget.
 */
const moments = Object.entries(files).map(([file, text]) => {
  const [, type = '', , name = ''] = file.split('/')
  const definition = guardedWidgets.get(type) as WidgetDefinition<unknown> | undefined
  const moment = readMoment(text)
  const drawn = moment.widgets
    .filter((widget) => widget.type === type)
    .flatMap((widget) => {
      if (definition === undefined) return []
      const {
        options,
        context: { locale: _, t: __, ...about },
      } = drawnOf(moment, widget, definition, (key) => key)
      return [{ id: widget.id, story: storiesFor(definition, { options, frames: widget.frames }, about).stories.Ready }]
    })
  return { file: `widgets/${type}/moments/${name}`, drawn }
})

const KNOWN = moments.map(({ file }) => file)
const EVERY = 'all'

interface Args {
  moment: string
}

function Moments({ moment }: Args) {
  return (
    <div className={css.moments}>
      {moments
        .filter(({ file }) => moment === EVERY || file === moment)
        .map(({ file, drawn }) => (
          <section key={file} aria-label={file}>
            <h2 className={css.file}>{file}</h2>
            {drawn.map(({ id, story }) => (
              <div key={id} className={css.drawn}>
                {story.render()}
              </div>
            ))}
          </section>
        ))}
    </div>
  )
}

export default {
  title: 'Widgets/Moments',
  component: Moments,
  args: { moment: EVERY },
  argTypes: { moment: { control: 'select', options: [EVERY, ...KNOWN] } },
}

export const Saved = {
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const all = moments.reduce((sum, { drawn }) => sum + drawn.length, 0)
    await waitFor(() => expect(canvasElement.querySelectorAll('[data-story-ready]').length).toBe(all))
  },
}
