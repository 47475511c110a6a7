/** Pages of a list, and which part is shown. */
import { IconButton } from '../button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../icons/index.tsx'
import { useUi } from '../provider.tsx'
import css from './table.module.css'
import { PAGE_SIZES, type PageSize } from './types.ts'

export interface PagesProps {
  page: number
  pages: number
  size: number
  count: number
  onPage: (page: number) => void
  /** Offers the sizes of `PAGE_SIZES`. */
  onSize?: (size: PageSize) => void
}

export function Pages({ page, pages, size, count, onPage, onSize }: PagesProps) {
  const { t, format } = useUi()
  const number = (value: number) => format.exact(value, 'count')
  return (
    <nav className={css.pages} aria-label={t('ui.table.pages')} data-print="hide">
      {onSize !== undefined && (
        <label className={css.size}>
          <span>{t('ui.table.rowsPerPage')}</span>
          <select value={size} onChange={(event) => onSize(Number(event.target.value) as PageSize)}>
            {PAGE_SIZES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
      <span className={css.turn}>
        <span className={css.range} aria-live="polite">
          {t('ui.table.range', {
            from: number(page * size + 1),
            to: number(Math.min(count, (page + 1) * size)),
            total: number(count),
          })}
        </span>
        <IconButton
          plain
          size="small"
          label={t('ui.table.previousPage')}
          icon={<ChevronLeftIcon />}
          isDisabled={page === 0}
          onPress={() => onPage(page - 1)}
        />
        <IconButton
          plain
          size="small"
          label={t('ui.table.nextPage')}
          icon={<ChevronRightIcon />}
          isDisabled={page >= pages - 1}
          onPress={() => onPage(page + 1)}
        />
      </span>
    </nav>
  )
}
