/** Everything behind login: the frame around the page of the route, and the dialogs that open from any of them. */
import { barMoment } from '#domain/moment'
import { ConfirmRegion, keepFocus, toasts, useUi } from '#ui'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import { useStore } from 'zustand'
import { Banners } from './banners.tsx'
import { newBuild, takesBuild } from './new-build.ts'
import { BlockedNotice } from './blocked-notice.tsx'
import { isChunkError } from './chunk-reload.ts'
import { errorText } from './error-text.ts'
import { handleOf } from './guards.ts'
import { useHostLook } from './host-look.ts'
import { loginInfo } from './login-info.ts'
import { backgroundOf, barFor, cardlessFor, DASHBOARDS_PATH, ownAccountPath } from './navigation.ts'
import { closeOverlay, listenForKeys, openOverlay, overlay, type Overlay } from './overlay.ts'
import { session } from './session.ts'
import { useSettings } from './settings-menu.tsx'
import { Shell } from './shell.tsx'
import type { Me } from '#schemas/generated/entities/me.ts'
import type { OverlayProps } from './overlay-props.ts'

export function SignedInRoute() {
  const me = useStore(session.store, (state) => state.me)
  return me === null ? null : <Frame me={me} />
}

function Frame({ me }: { me: Me }) {
  const { t } = useUi()
  const info = useStore(loginInfo, (state) => state.info)
  const { navbar, background } = handleOf(useMatches())
  const { pathname, search } = useLocation()
  const isKiosk = new URLSearchParams(search).get('kiosk') === '1'
  const served = useStore(newBuild, (state) => state.served)
  useEffect(() => {
    if (isKiosk && takesBuild(served)) window.location.reload()
  }, [isKiosk, served])
  const ownAccount = ownAccountPath(me)
  const look = useHostLook()
  const settings = useSettings({ username: me.username, ownAccount, pages: cardlessFor(me) })
  useEffect(listenForKeys, [])
  useFocusAt(pathname)
  return (
    <Shell
      username={me.username}
      entries={[
        ...barFor(me).map(({ id, path }) => ({ to: path, label: `home:screen.${id}` })),
        { to: DASHBOARDS_PATH, label: 'home:bar.dashboards' },
      ]}
      settings={settings}
      ownAccount={ownAccount}
      onProfile={() => openOverlay('profile')}
      onSearch={() => openOverlay('palette')}
      logo={look}
      lastLogin={
        info === null
          ? undefined
          : info.lastLogin === null
            ? t('home:bar.firstLogin')
            : t('home:bar.lastLogin', { date: barMoment(info.lastLogin) })
      }
      navbar={navbar !== false && !isKiosk}
      background={background ?? backgroundOf(pathname)}
    >
      {!isKiosk && <Banners me={me} />}
      <BlockedNotice />
      <Outlet />
      <Overlays me={me} />
      <ConfirmRegion />
    </Shell>
  )
}

/**
 * Another page, and the link or the button that led to it gone: the focus goes to its title. The first page
 * begins at its top.
 */
function useFocusAt(pathname: string) {
  const was = useRef(pathname)
  useEffect(() => {
    if (was.current === pathname) return
    was.current = pathname
    keepFocus()
  }, [pathname])
}

const load = (open: Overlay): Promise<ComponentType<OverlayProps>> =>
  open === 'palette' || open === 'keys'
    ? import('./palette-overlay.tsx').then(({ PaletteOverlay }) => PaletteOverlay)
    : import('./account-overlay.tsx').then(({ ready }) => ready())

function Overlays({ me }: { me: Me }) {
  const open = useStore(overlay, (state) => state.open)
  const [loaded, setLoaded] = useState<{ open: Overlay; Component: ComponentType<OverlayProps> } | null>(null)
  useEffect(() => {
    if (open === null) return setLoaded(null)
    let current = true
    load(open).then(
      (Component) => {
        if (current) setLoaded({ open, Component })
      },
      (cause: unknown) => {
        closeOverlay()
        toasts.error(errorText(isChunkError(cause) ? { code: 'NETWORK' } : cause))
      },
    )
    return () => {
      current = false
    }
  }, [open])
  return loaded === null || loaded.open !== open ? null : (
    <loaded.Component me={me} open={open} onClose={closeOverlay} />
  )
}
