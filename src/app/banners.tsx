/**
 * Notices for everyone or for administrators on every page: a newer version, mails that cannot leave, maintenance,
 * an account that is not complete.
 */
import { isAdmin, lacksBrandLevel } from '#domain/access'
import type { Me } from '#schemas/generated/entities/me.ts'
import { Button, LinkButton, Notice, useUi } from '#ui'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { brandAtHand } from './host-brand.ts'
import { newBuild } from './new-build.ts'
import css from './shell.module.css'

/** Where an administrator reads all of the server, so that no banner repeats it. */
const SERVER_PAGE = '/users/admin/server'
/** Asked of the server again and again; only administrators load it. */
const ServerHealth = lazy(() => import('./server-health.tsx'))

export function Banners({ me }: { me: Me }) {
  const { t } = useUi()
  const tellsOfServer = useLocation().pathname !== SERVER_PAGE && isAdmin(me)
  const [brand] = useState(brandAtHand)
  const toServer = (
    <LinkButton size="small" href={SERVER_PAGE}>
      {t('home:banner.server')}
    </LinkButton>
  )
  const isOld = useStore(newBuild, ({ served }) => served !== null)
  const banners = [
    isOld && (
      <Notice
        key="build"
        kind="info"
        action={
          <Button size="small" onPress={() => window.location.reload()}>
            {t('home:banner.reload')}
          </Button>
        }
      >
        {t('home:banner.newBuild')}
      </Notice>
    ),
    tellsOfServer && brand?.mail === false && (
      <Notice key="mail" kind="warn" action={toServer}>
        {t('home:banner.noMail')}
      </Notice>
    ),
    tellsOfServer && brand?.maintenance === true && (
      <Notice key="maintenance" kind="warn" action={toServer}>
        {t('home:banner.maintenance')}
      </Notice>
    ),
    lacksBrandLevel(me.properties) && (
      <Notice key="level" kind="warn">
        {t('home:banner.noBrandLevel')}
      </Notice>
    ),
  ].filter((one) => one !== false)
  return (
    <>
      {banners.length > 0 && (
        <div className={css.banners} data-print="hide">
          {banners}
        </div>
      )}
      {tellsOfServer && (
        <Suspense fallback={null}>
          <ServerHealth />
        </Suspense>
      )}
    </>
  )
}
