/**
 * Half a year of shop days, a line for each week: quiet, decorative, computed and not loaded. The newest line breaks
 * off at now.
 */
import { useState } from 'react'
import css from './auth-layout.module.css'

const WIDTH = 960
const HEIGHT = 1200
const WEEKS = 22
const POINTS = 72

const bell = (x: number, at: number, width: number) => Math.exp(-(((x - at) / width) ** 2))
/** A repeatable wobble in -1..1. */
const wobble = (a: number, b: number) => {
  const n = Math.sin(a * 127.1 + b * 311.7) * 43_758.5453
  return (n - Math.floor(n)) * 2 - 1
}

/**
 * Visits at a moment of the day (0..1): a rise at noon, a higher one in the evening, more of both towards the end of
 * the year.
 */
function visits(week: number, x: number): number {
  const season = 0.55 + 0.45 * Math.sin((week / WEEKS) * Math.PI * 1.6 + 0.4) ** 2
  const noon = bell(x, 0.42 + 0.015 * wobble(week, 1), 0.085) * (0.62 + 0.2 * wobble(week, 2))
  const evening = bell(x, 0.66 + 0.02 * wobble(week, 3), 0.1) * (0.9 + 0.25 * wobble(week, 4))
  return season * (noon + evening + 0.1 * bell(x, 0.54, 0.22)) + 0.014 * wobble(week, 10 + Math.round(x * POINTS))
}

function line(week: number, until = 1): { x: number; y: number }[] {
  const base = 230 + (week * (HEIGHT - 320)) / (WEEKS - 1)
  return Array.from({ length: Math.floor(POINTS * until) + 1 }, (_, i) => ({
    x: (i / POINTS) * WIDTH,
    y: base - visits(week, i / POINTS) * 170,
  }))
}
const drawn = (points: readonly { x: number; y: number }[]) =>
  points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

const NOW = 0.69

/** Computed where it is shown: every page begins with this file, and few show it. */
function land() {
  const now = line(WEEKS - 1, NOW)
  return {
    ridges: Array.from({ length: WEEKS }, (_, week) => drawn(line(week))),
    soFar: drawn(now),
    last: now.at(-1) ?? { x: 0, y: 0 },
  }
}

export function Ridges() {
  const [{ ridges, soFar, last }] = useState(land)
  return (
    <svg
      className={css.ridges}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {ridges.map((path, week) => (
        <g key={path}>
          <path className={css.land} d={`${path}V${HEIGHT}H0Z`} />
          <path
            className={week === WEEKS - 1 ? css.ahead : css.ridge}
            d={path}
            strokeOpacity={0.2 + (0.6 * week) / WEEKS}
          />
        </g>
      ))}
      <path className={css.today} d={soFar} />
      <path className={css.now} d={`M${last.x} ${last.y}h0`} />
    </svg>
  )
}
