/**
 * The two players of the product: one that fills the window and plays by itself, one with controls. They play what is
 * on our own list only.
 */
import { EmptyState, useRootMark, useUi } from '#ui'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import css from './video-page.module.css'

export interface Video {
  readonly id: string
  readonly title: string
  readonly src: string
}

/** Our own recordings, served from our own origin; `?id=` chooses one. */
const VIDEOS: readonly Video[] = [
  { id: 'day-in-bars', title: 'session:video.dayInBars', src: '/media/day-in-bars.mp4' },
]

/** The video of that id, the first without one, undefined for an id that is not on the list. */
const videoOf = (id: string | null): Video | undefined =>
  id === null ? VIDEOS[0] : VIDEOS.find((video) => video.id === id)

export interface VideoPageProps {
  id: string | null
  /** Path of this page, for the list. */
  path: string
  withControls: boolean
}

/** Browsers let only what is silent begin by itself, and React sets that property too late. */
function begin(player: HTMLVideoElement | null): void {
  if (player === null) return
  player.muted = true
  player.play().catch(() => undefined)
}

/** Events that a browser accepts as user activation; without one it opens nothing in full screen. */
const GESTURES = ['pointerdown', 'keydown'] as const

/**
 * Full screen at once where the way here was a click, else with the first touch or key; once, so that Escape is obeyed.
 */
function fillScreen(player: HTMLVideoElement): () => void {
  let isTried = false
  const stop = () => {
    for (const gesture of GESTURES) window.removeEventListener(gesture, fill)
  }
  const enter = () => {
    player.requestFullscreen({ navigationUI: 'hide' }).then(stop, () => undefined)
  }
  function fill(event: Event): void {
    if (isTried || (event instanceof KeyboardEvent && event.key === 'Escape')) return
    isTried = true
    enter()
  }
  for (const gesture of GESTURES) window.addEventListener(gesture, fill)
  if (document.fullscreenEnabled) enter()
  return stop
}

export function VideoPage({ id, path, withControls }: VideoPageProps) {
  const { t } = useUi()
  useRootMark('noGutter')
  const video = videoOf(id)
  const [failed, setFailed] = useState(false)
  const play = useCallback(
    (player: HTMLVideoElement | null) => {
      begin(player)
      return player === null || withControls ? undefined : fillScreen(player)
    },
    [withControls],
  )
  const list = (
    <ul className={css.list}>
      {VIDEOS.map((one) => (
        <li key={one.id}>
          <Link to={`${path}?id=${one.id}`}>{t(one.title)}</Link>
        </li>
      ))}
    </ul>
  )
  if (video === undefined)
    return (
      <main className={css.none}>
        <EmptyState title={t('session:video.unknown')} action={list}>
          {t('session:video.unknownText')}
        </EmptyState>
      </main>
    )
  return (
    <main className={css.page} data-controls={withControls || undefined}>
      <h1 className={css.unseen}>{t(video.title)}</h1>
      {failed && (
        <p role="alert" className={css.failed}>
          {t('session:video.failed')}
        </p>
      )}
      {/* Without speech: there is nothing to caption. */}
      <video
        key={video.id}
        ref={play}
        className={css.video}
        src={video.src}
        autoPlay
        loop
        muted
        playsInline
        controls={withControls}
        aria-label={t(video.title)}
        onError={() => setFailed(true)}
      />
    </main>
  )
}
