/** The key of a chart of shades: what is shaded, from where to where, and what the looks beside the shades mean. */
import { useUi } from '#ui'
import type { WrittenFormat } from '#domain/format'
import css from '../shade-key.module.css'
import type { ShadeScale } from './shades.ts'

/** Its height in pixels. */
export const SHADE_KEY_PX = 28

export interface ShadeKeyProps {
  readonly name: string
  readonly scale: ShadeScale
  readonly format: WrittenFormat
  readonly tones: readonly string[]
  /** The meaning of stripes without a shade; null where there are none. */
  readonly hatched?: string | null
  /** The meaning of a grey line; null where there is none. */
  readonly plain?: string | null
}

export function ShadeKey({ name, scale, format: as, tones, hatched = null, plain = null }: ShadeKeyProps) {
  const { format } = useUi()
  return (
    <div className={css.key}>
      <span className={css.name}>{name}</span>
      <span className={css.end}>{format.value(scale.min, as)}</span>
      <svg className={css.steps} viewBox="0 0 84 10" preserveAspectRatio="none" aria-hidden="true">
        {tones.map((fill, at) => (
          <rect key={fill} x={at * 12} width="12" height="10" fill={fill} />
        ))}
      </svg>
      <span className={css.end}>{format.value(scale.max, as)}</span>
      {hatched !== null && <HatchKey>{hatched}</HatchKey>}
      {plain !== null && (
        <span className={css.none}>
          <span className={css.closed} aria-hidden="true" />
          {plain}
        </span>
      )}
    </div>
  )
}

/** Stripes, and what they mean. */
export function HatchKey({ children }: { children: string }) {
  return (
    <span className={css.none}>
      <span className={css.hatch} aria-hidden="true" />
      {children}
    </span>
  )
}
