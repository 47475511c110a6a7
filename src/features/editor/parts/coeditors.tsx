/** Other editors, as circles with initials: the name on hover and focus, an explanation when pressed. */
import { writtenMoment } from '#domain/written'
import { IconButton, toasts, useUi, VisuallyHidden } from '#ui'
import type { Coeditor } from '../ports.ts'
import css from './coeditors.module.css'

/** The others are counted. */
const MAX_CIRCLES = 3

/** `ana.lopez@example.com` is AL, `ana@example.com` is A. */
const initialsOf = (name: string): string =>
  (name.split('@')[0] ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('')

export function Coeditors({ others }: { others: readonly Coeditor[] }) {
  const { t, locale } = useUi()
  const nameOf = ({ name, isSelf }: Coeditor) => (isSelf ? t('editor:coeditors.you') : name)
  const more = others.slice(MAX_CIRCLES)
  const names = new Intl.ListFormat(locale).format(others.map(nameOf))
  const say = (other: Coeditor) =>
    t(other.isSelf ? 'editor:coeditors.sinceYou' : 'editor:coeditors.since', {
      name: other.name,
      time: writtenMoment(other.since, 'clock'),
    })
  return (
    <>
      <VisuallyHidden>
        <span role="status">{others.length === 0 ? '' : t('editor:coeditors.said', { names })}</span>
      </VisuallyHidden>
      {others.length > 0 && (
        <ul className={css.others} aria-label={t('editor:coeditors.title')}>
          {others.slice(0, MAX_CIRCLES).map((other) => (
            <li key={other.name}>
              <IconButton
                plain
                size="small"
                label={nameOf(other)}
                icon={
                  <span className={css.circle} data-self={other.isSelf || undefined}>
                    {initialsOf(other.name)}
                  </span>
                }
                onPress={() => toasts.info(say(other))}
              />
            </li>
          ))}
          {more.length > 0 && (
            <li>
              <IconButton
                plain
                size="small"
                label={new Intl.ListFormat(locale).format(more.map(nameOf))}
                icon={<span className={css.circle}>+{more.length}</span>}
                onPress={() => toasts.info(t('editor:coeditors.said', { names }))}
              />
            </li>
          )}
        </ul>
      )}
    </>
  )
}
