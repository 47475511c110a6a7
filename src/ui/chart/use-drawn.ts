/** Draws into an element in the frame that shows a change, once per change, and lets go of it with the element. */
import { type RefObject, useCallback, useLayoutEffect } from 'react'
import { type ChartOption, drawOption, endDrawing } from './drawing.ts'
import { cancelDraw, scheduleDraw } from './frame-queue.ts'
import type { Size } from './use-size.ts'
import type { ChartTheme } from './theme.ts'
import { useThrown } from './use-thrown.ts'

/** Dispatched on the chart's element after every paint of its canvas: a test counts draws with it. */
export const DRAWN_EVENT = 'aforo:drawn'

export interface DrawnInput {
  /** Pure: the same theme gives the same option. Another function is another drawing. */
  readonly option: (theme: ChartTheme) => ChartOption
  readonly size: Size
  readonly themeAt: () => ChartTheme | null
}

export function useDrawn(host: RefObject<HTMLDivElement | null>, { option, size, themeAt }: DrawnInput): void {
  const { width, height } = size
  const fail = useThrown(option)
  const draw = useCallback(() => {
    const theme = themeAt()
    if (host.current === null || theme === null) return
    try {
      drawOption(host.current, option(theme), { width, height }, theme, fail)
    } catch (cause) {
      fail(cause)
      return
    }
    host.current.dispatchEvent(new CustomEvent(DRAWN_EVENT, { bubbles: true }))
  }, [host, option, width, height, themeAt, fail])
  useLayoutEffect(() => {
    const element = host.current
    if (element === null || width <= 0 || height <= 0) return undefined
    scheduleDraw(element, draw)
    return () => cancelDraw(element)
  }, [host, draw, width, height])
  useLayoutEffect(() => {
    const element = host.current
    return () => {
      if (element !== null) endDrawing(element)
    }
  }, [host])
}
