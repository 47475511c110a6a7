/** In a test a story can be looked at on paper and on a touch screen, which no page can ask for. For stories only. */
import { readyForPaper } from '#ui/chart/paper.ts'

const isTest = '__vitest_browser__' in globalThis

type Command = readonly [method: string, params: object]

/** The browser's own tools; only a test has them. */
async function tools() {
  const { cdp } = await import('vitest/browser')
  return cdp() as unknown as { send(...command: Command): Promise<unknown> }
}

/** Played after `begin`, in a test only, and before `end`, also after a failure. */
const between =
  <C>(begin: Command, end: Command, play: (context: C) => Promise<void>, isElsewhere: boolean) =>
  async (context: C) => {
    if (!isTest) return isElsewhere ? play(context) : undefined
    const session = await tools()
    await session.send(...begin)
    try {
      await play(context)
    } finally {
      await session.send(...end)
    }
  }

/** Played while the page is laid out for paper; where it cannot be, not at all. */
export function onPaper<C, S>(story: S & { play: (context: C) => Promise<void> }) {
  const media = (name: string): Command => ['Emulation.setEmulatedMedia', { media: name }]
  const play = async (context: C) => {
    await readyForPaper()
    await story.play(context)
  }
  return { ...story, play: between(media('print'), media(''), play, false) }
}

/** Played where a finger is what points: buttons are larger there. */
export function touched<C, S>(story: S & { play: (context: C) => Promise<void> }) {
  const touch = (enabled: boolean): Command => ['Emulation.setTouchEmulationEnabled', { enabled }]
  return { ...story, play: between(touch(true), touch(false), story.play, true) }
}
