/** The library's theme, made of the page's tokens: what every chart looks like before it says anything of its own. */
import type { ChartTheme } from './theme.ts'

const made = new WeakMap<ChartTheme, object>()

/** The same object for the same theme, so that a chart knows whether its theme has changed. */
export function chartTheme(theme: ChartTheme): object {
  let found = made.get(theme)
  if (found === undefined) made.set(theme, (found = themeOf(theme)))
  return found
}

function themeOf({ tones, text, muted, gridLine, axisLine, background, font, fontSize }: ChartTheme): object {
  const axis = {
    axisLine: { show: false, lineStyle: { color: axisLine, width: 1 } },
    axisTick: { show: false },
    axisLabel: { color: muted, fontSize, margin: 8 },
    splitLine: { show: false, lineStyle: { color: gridLine, width: 1 } },
    nameTextStyle: { color: muted, fontSize },
  }
  return {
    animation: false,
    // Drawn whole or not at all: paper does not wait for the next frame, and items are asked for right after.
    progressive: 0,
    color: [...tones],
    textStyle: { fontFamily: font, fontSize, fontWeight: 420, color: text },
    grid: { outerBoundsMode: 'none' },
    categoryAxis: axis,
    valueAxis: { ...axis, splitLine: { ...axis.splitLine, show: true } },
    label: { color: text },
    scatter: { itemStyle: { borderColor: background, borderWidth: 1.5 } },
  }
}
