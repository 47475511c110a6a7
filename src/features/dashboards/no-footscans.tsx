import type { Dashboard } from '#engine'
import { LinkButton, Notice, useUi } from '#ui'
import { useMemo } from 'react'

/** The status of stores in which nothing counts: no other day would show more. */
export function NoFootscans({
  dashboard,
  footscansHref,
}: {
  dashboard: Dashboard
  /** Where footscans are registered, for those who may. */
  footscansHref: string | undefined
}) {
  const { t } = useUi()
  const isStatus = useMemo(
    () => [...dashboard.model.queries.values()].some(({ source }) => source.name === 'footscans.workday'),
    [dashboard],
  )
  if (!isStatus) return null
  return (
    <Notice
      title={t('periods:elsewhere.noFootscans')}
      {...(footscansHref !== undefined && {
        action: (
          <LinkButton size="small" href={footscansHref}>
            {t('periods:elsewhere.footscans')}
          </LinkButton>
        ),
      })}
    >
      {t('periods:elsewhere.noFootscansText')}
    </Notice>
  )
}
