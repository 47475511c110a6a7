/**
 * Aforo's mark: a doorway seen from above, the people inside it as bars. The host's brand may bring its own image
 * instead.
 */
import css from './logo.module.css'

export interface LogoProps {
  /** Height of the mark in pixels. */
  size?: number
  /** Without the word beside it. */
  markOnly?: boolean
  /** A host's own logo; `alt` is its name. */
  src?: string
  name?: string
}

export function Logo({ size = 24, markOnly = false, src, name = 'Aforo' }: LogoProps) {
  if (src !== undefined) return <img className={css.image} src={src} alt={name} height={size} />
  return (
    <span className={css.logo} role="img" aria-label={name}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect className={css.plate} width="32" height="32" rx="8" />
        <path className={css.people} d="M9 22v-5M13.700 22V12M18.300 22V9.500M23 22v-8" />
        <path className={css.door} d="M6.500 26.200h19" />
      </svg>
      {!markOnly && (
        <span className={css.word} aria-hidden="true">
          {name}
        </span>
      )}
    </span>
  )
}
