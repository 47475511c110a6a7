/**
 * One watcher for the whole page: theme, brand and contrast changes raise a number, and every chart reads its colours
 * again.
 */
import { type RefObject, useCallback, useSyncExternalStore } from 'react'
import { flushDraws } from './frame-queue.ts'
import { renewFont } from './measure.ts'
import { readyOnPrintKey } from './paper.ts'
import { type ChartTheme, type KnownColours, readTheme } from './theme.ts'

let version = 0
let stop: (() => void) | null = null
/** Files of the page's fonts that were there when labels were last measured. */
let faces = 0
const listeners = new Set<() => void>()
/** By place and palette: charts of several palettes stand side by side. */
const themes = new WeakMap<
  Element,
  { readonly version: number; readonly colours: KnownColours; readonly byPalette: Map<string, ChartTheme> }
>()

function raise() {
  version++
  for (const listener of listeners) listener()
}

function start() {
  const observer = new MutationObserver(raise)
  // Not `style`: an open overlay writes there, and colours do not change with it.
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-brand', 'class'],
  })
  const media = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  )
  for (const one of media) one.addEventListener('change', raise)
  const paper = matchMedia('print')
  paper.addEventListener('change', raiseForPrint)
  const stopScreen = watchScreen()
  const stopKeys = readyOnPrintKey()
  faces = facesHere()
  document.fonts.addEventListener('loadingdone', raiseForFont)
  return () => {
    observer.disconnect()
    document.fonts.removeEventListener('loadingdone', raiseForFont)
    for (const one of media) one.removeEventListener('change', raise)
    paper.removeEventListener('change', raiseForPrint)
    stopScreen()
    stopKeys()
  }
}

const facesHere = () => [...document.fonts].filter(({ status }) => status === 'loaded').length

/**
 * Labels are measured: with another font they have other widths. What was there before the first chart is said late,
 * and is no news.
 */
function raiseForFont() {
  const now = facesHere()
  if (now === faces) return
  faces = now
  renewFont()
  raise()
}

/** The paper does not wait for the next frame; by the second microtask the charts have asked for their new colours. */
function raiseForPrint() {
  raise()
  queueMicrotask(flushDraws)
}

/** Zoom, or a window moved to a finer screen: a query is about one resolution, so each change asks anew. */
function watchScreen() {
  let media = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
  const stop = () => media.removeEventListener('change', again)
  function again() {
    stop()
    media = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    media.addEventListener('change', again)
    raise()
  }
  media.addEventListener('change', again)
  return stop
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  stop ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = null
  }
}

const current = () => version

/** Counts the changes of theme; a new number means new colours. */
export const useThemeVersion = () => useSyncExternalStore(subscribe, current, current)

/** Reads the chart theme where the element stands; read once per change and subtree. */
export function useThemeReader(ref: RefObject<HTMLElement | null>, tones?: readonly string[]) {
  const at = useThemeVersion()
  const key = tones?.join() ?? ''
  return useCallback((): ChartTheme | null => {
    const host = ref.current
    if (host === null) return null
    const scope = host.closest('[data-theme]') ?? document.documentElement
    const old = themes.get(scope)
    const here = old?.version === at ? old : { version: at, colours: new Map(), byPalette: new Map() }
    themes.set(scope, here)
    // Read beside the content: inside a frame that asks for its own width, one look at a colour costs a layout.
    const theme =
      here.byPalette.get(key) ??
      readTheme(
        scope instanceof HTMLElement && scope !== document.documentElement ? scope : document.body,
        tones,
        here.colours,
      )
    here.byPalette.set(key, theme)
    return theme
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for the content of `tones`
  }, [ref, at, key])
}
