import css from './arrow.module.css'

/** Up, down, or a dash: which way a change went, for the eye. What it says is beside it in words. An element of borders: a board has hundreds, and pictures cost three times as much. */
export function Arrow({ sign }: { sign: number }) {
  return <span className={css.arrow} data-way={sign > 0 ? 'up' : sign < 0 ? 'down' : 'none'} aria-hidden="true" />
}
