import css from './arrow.module.css'

/**
 * Up, down, or a dash before what is in a flex row of class `own`: which way a change went, for the eye. What it
 * says is beside it in words. Borders of a pseudo-element: a board has hundreds, and pictures cost three times as much.
 */
export const arrowOf = (sign: number, own: string | undefined) => ({
  className: `${css.arrow} ${own}`,
  'data-way': sign > 0 ? 'up' : sign < 0 ? 'down' : 'none',
})
