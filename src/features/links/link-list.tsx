/** The links of one dashboard: until when, how often opened, and the way to end one. */
import { tableMoment } from '#domain/moment'
import type { PublicLink } from '#schemas/generated/entities/public-link.ts'
import { Button, confirmAndRun, StatusDot, useUi } from '#ui'
import css from './links.module.css'
import type { LinkPorts } from './ports.ts'

export const isOpen = ({ revokedAt, state }: PublicLink): boolean => revokedAt === null && state !== 'ended'

/** How a state is drawn. */
export const TONES = { active: 'up', revoked: 'closed', ended: 'closed', maker: 'warn', rights: 'warn' } as const

interface RevokeOf {
  readonly ports: Pick<LinkPorts, 'api' | 'say'>
  readonly onRevoked: (id: number) => Promise<unknown>
}

/** Asks first; what strangers can read ends at once. */
export function useRevoke({ ports: { api, say }, onRevoked }: RevokeOf): (link: PublicLink) => void {
  const { t } = useUi()
  return ({ id, name }) =>
    void confirmAndRun({
      question: t('links:revokeQuestion', { name }),
      confirmLabel: t('links:revoke'),
      isDanger: true,
      doneText: t('links:revoked'),
      errorText: say,
      run: async () => {
        await api.revoke(id)
        await onRevoked(id)
      },
    })
}

export function LinkList({ links, ...revoking }: RevokeOf & { links: readonly PublicLink[] }) {
  const { t } = useUi()
  const revoke = useRevoke(revoking)
  if (links.length === 0) return <p className={css.note}>{t('links:none')}</p>
  return (
    <ul className={css.list}>
      {links.map((link) => (
        <li key={link.id}>
          <div className={css.link}>
            <strong>{link.name}</strong>
            <span className={css.state}>
              <StatusDot status={TONES[link.state]}>{t(`links:state.${link.state}`)}</StatusDot>
            </span>
            <span className={css.facts}>
              {[
                t(`links:periods.${link.periods}`),
                t('links:endsAt', { at: tableMoment(link.endsAt) }),
                t('links:opened', { count: link.openings }),
                ...(link.mine ? [] : [t('links:by', { name: link.owner })]),
              ].join(' · ')}
            </span>
          </div>
          {isOpen(link) && (
            <Button size="small" aria-label={t('links:revokeOf', { name: link.name })} onPress={() => revoke(link)}>
              {t('links:revoke')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
