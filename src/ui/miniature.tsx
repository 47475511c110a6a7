/** A miniature of a page: each widget drawn as a mark of its kind. For lists; the name beside it says the rest. */
import css from './miniature.module.css'

export interface MiniatureTile {
  readonly type: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

const COLUMNS = 12
const WIDTH = 120
const UNIT = WIDTH / COLUMNS
/** Content below is cut off, as on a screen. */
const HEIGHT = 72
const GAP = 1.5
const ROW = 5

type Kind = 'cells' | 'bars' | 'lines' | 'round' | 'rows' | 'figure' | 'words'
/** By a word in the name of the type; a new type is drawn as bars. */
const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/heat/, 'cells'],
  [/table|list|news|summary|variation|changes/, 'rows'],
  [/time-series|comparison|evolution|scatter|band/, 'lines'],
  [/donut|share|gauge|map|sankey|hierarchy|plan/, 'round'],
  [/tile|counter|kpi/, 'figure'],
  [/text|image/, 'words'],
]
const kindOf = (type: string): Kind => KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'bars'

export function Miniature({ tiles }: { tiles: readonly MiniatureTile[] }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={css.miniature} aria-hidden="true">
      {tiles.map(({ type, x, y, w, h }) => (
        <g key={`${x} ${y}`} transform={`translate(${x * UNIT + GAP / 2} ${y * ROW + GAP / 2})`}>
          <Tile kind={kindOf(type)} width={w * UNIT - GAP} height={h * ROW - GAP} />
        </g>
      ))}
    </svg>
  )
}

const BARS = [0.5, 0.8, 0.35, 0.95, 0.6, 0.75, 0.45, 0.85]
/** How dark cells are, row by row, over and over. */
const SHADES = [0.2, 0.5, 0.35, 0.8, 0.6, 0.25, 0.7]
const CELL = 5
const POINTS = [0.65, 0.4, 0.55, 0.2, 0.45, 0.3, 0.6, 0.35]

function Tile({ kind, width, height }: { kind: Kind; width: number; height: number }) {
  const [w, h] = [Math.max(0, width - 6), Math.max(0, height - 6)]
  const count = Math.max(2, Math.min(8, Math.round(w / 9)))
  const step = w / count
  return (
    <>
      <rect className={css.tile} width={width} height={height} rx="1.5" />
      <g transform="translate(3 3)">
        {kind === 'cells' && <Cells width={w} height={h} />}
        {kind === 'bars' &&
          BARS.slice(0, count).map((part, at) => (
            <rect
              key={part}
              className={css.mark}
              x={at * step}
              y={h * (1 - part)}
              width={step * 0.6}
              height={h * part}
            />
          ))}
        {kind === 'lines' && (
          <polyline
            className={css.line}
            points={POINTS.slice(0, count + 1)
              .map((part, at) => `${(at * w) / count},${h * part}`)
              .join(' ')}
          />
        )}
        {kind === 'round' && (
          <circle className={css.line} cx={w / 2} cy={h / 2} r={Math.max(0, Math.min(w, h) / 2 - 1)} />
        )}
        {kind === 'rows' &&
          Array.from({ length: Math.max(1, Math.floor(h / 4)) }, (_, row) => (
            <rect key={row} className={css.mark} y={row * 4} width={w} height="1.25" />
          ))}
        {kind === 'figure' && (
          <rect
            className={css.mark}
            y={Math.max(0, h / 2 - 3)}
            width={Math.min(w, 16)}
            height={Math.min(h, 6)}
            rx="1"
          />
        )}
        {kind === 'words' &&
          [0.9, 0.7, 0.8].map((part, row) =>
            row * 4 + 1.25 > h ? null : (
              <rect key={part} className={css.mark} y={row * 4} width={w * part} height="1.25" />
            ),
          )}
      </g>
    </>
  )
}

function Cells({ width, height }: { width: number; height: number }) {
  const [across, down] = [Math.max(1, Math.floor(width / CELL)), Math.max(1, Math.floor(height / CELL))]
  return Array.from({ length: across * down }, (_, at) => (
    <rect
      key={at}
      className={css.cell}
      x={(at % across) * (width / across)}
      y={Math.floor(at / across) * (height / down)}
      width={width / across - 0.75}
      height={height / down - 0.75}
      opacity={SHADES[at % SHADES.length]}
    />
  ))
}
