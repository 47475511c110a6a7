/** Problems of files in the operator's folder of dashboards; empty where there are none. */
import type { ProvisionedDashboard } from '#schemas/generated/entities/provisioned-dashboard.ts'
import { Notice, useUi } from '#ui'
import { useQuery } from '@tanstack/react-query'
import { type Dashboards, useDashboards } from './frame.tsx'
import css from './dashboards.module.css'

/** So many files are listed; the log of the server has the others. */
const MAX = 5

export function ProvisionedNotice() {
  const { t } = useUi()
  const { api, issueText } = useDashboards()
  const { data } = useQuery({
    queryKey: ['dashboards', 'provisioned'],
    queryFn: ({ signal }) => api.provisioned(signal),
  })
  const wrong = data?.files.filter(({ state }) => state !== 'shown') ?? []
  if (data === undefined || (data.isReadable && wrong.length === 0)) return null
  return (
    <Notice kind="warn" title={t('dashboard:provisioned.title')}>
      {!data.isReadable && t('dashboard:provisioned.away')}
      {wrong.length > 0 && (
        <ul className={css.outcomes}>
          {wrong.slice(0, MAX).map((one) => (
            <li key={one.file}>
              {t(`dashboard:provisioned.${one.state}`, { file: one.file, why: whyOf(one, t, issueText) })}
            </li>
          ))}
          {wrong.length > MAX && <li>{t('dashboard:provisioned.more', { count: wrong.length - MAX })}</li>}
        </ul>
      )}
    </Notice>
  )
}

function whyOf(
  { reason, by, id, issues: [first] }: ProvisionedDashboard,
  t: (key: string, params?: Record<string, string | number>) => string,
  issueText: Dashboards['issueText'],
): string {
  const owner =
    by === 'Aforo'
      ? t('dashboard:provisioned.by.product')
      : by === 'page'
        ? t('dashboard:provisioned.by.page')
        : (by ?? '')
  return t(`dashboard:provisioned.why.${reason ?? 'unreadable'}`, {
    id: id ?? '',
    by: owner,
    line: first?.line ?? 1,
    text: first === undefined ? '' : issueText({ message: first.code, params: first.params, text: first.text }),
  })
}
