/** One story of every widget on one page. For stories only. */
import { widgets } from '../../index.ts'
import type { StoryName } from '../states.ts'
import { storiesFor, type Example, type WidgetStory } from '../stories.tsx'
import css from '../moments.module.css'

const examples = import.meta.glob<Example>('../../*/example.json', { import: 'default', eager: true })

const all = [...widgets.values()].map((declaration) => {
  const example = examples[`../../${declaration.type}/example.json`]
  if (example === undefined) throw new Error(`widgets/${declaration.type}/example.json is not there`)
  return { type: declaration.type, stories: storiesFor(declaration, example).stories }
})
export const EVERY = 'all'
/** What the story may be narrowed to. */
export const CHOICES = [EVERY, ...all.map(({ type }) => type)]

interface Args {
  /** A widget type, or all of them. */
  widget: string
}
interface StateStory {
  render: (args: Args) => React.JSX.Element
  play: (context: { canvasElement: HTMLElement; args: Args }) => Promise<void>
}

const shownOf = ({ widget }: Args) => all.filter(({ type }) => widget === EVERY || widget === type)

/** The same story of all widgets on one page; each is checked as if it were alone. */
export function ofEvery(name: StoryName): StateStory {
  return {
    render: (args) => (
      <div className={css.moments}>
        {shownOf(args).map(({ type, stories }) => (
          <div key={type} data-of={type}>
            <p className={css.file}>{type}</p>
            {stories[name].render()}
          </div>
        ))}
      </div>
    ),
    play: async ({ canvasElement, args }) => {
      for (const { type, stories } of shownOf(args))
        await checked(type, stories[name], canvasElement.querySelector<HTMLElement>(`[data-of="${type}"]`))
    },
  }
}

async function checked(type: string, { play }: WidgetStory, canvasElement: HTMLElement | null): Promise<void> {
  try {
    if (canvasElement === null) throw new Error('it was not drawn')
    await play?.({ canvasElement })
  } catch (cause) {
    throw new Error(`${type}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
