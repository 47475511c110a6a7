/** A line for each member: its level as colour, shape and word, its figure and its change. */
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import { ChangeMark } from '../lib/change-mark.tsx'
import { fieldChangeFormat, fieldOf, pickOf } from '../lib/fields.ts'
import type { Step } from '../lib/steps.ts'
import type { StatusListOptions } from './generated/options.ts'
import { isStatusList } from './model.ts'
import css from './status-list.module.css'

export { project } from './model.ts'

/** Narrower, the change is left to the table. */
const CHANGE_FROM_PX = 300

/** One shape a tone: round is well, a triangle warns, a diamond is bad; nothing by colour alone. */
function Mark({ tone }: { tone: Step['tone'] | 'none' }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className={css.mark} data-tone={tone}>
      {tone === 'good' && <circle cx="6" cy="6" r="4.5" />}
      {tone === 'warn' && <path d="M6 1 11 10.5H1Z" />}
      {tone === 'bad' && <path d="M6 .8 11.2 6 6 11.2.8 6Z" />}
      {tone === 'neutral' && <rect x="2" y="2" width="8" height="8" rx="1" />}
      {tone === 'none' && <path d="M2 6h8" />}
    </svg>
  )
}

export default function StatusList({ projection, options, size, context, emit }: WidgetViewProps<StatusListOptions>) {
  const { format } = useUi()
  if (!isStatusList(projection)) return null
  const field = fieldOf(options.measure, undefined, context, options.names)
  const withChange = projection.withReference && size.width >= CHANGE_FROM_PX
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it
    <section
      className={css.list}
      style={{ height: size.height }}
      data-grows
      tabIndex={0}
      aria-label={context.t('description')}
    >
      <ul>
        {projection.lines.map(({ member, name, value, change, judged, level }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- members have a fixed order
          <li key={at}>
            <Mark tone={level?.tone ?? 'none'} />
            {member === null ? (
              <span className={css.name}>{name}</span>
            ) : (
              <button type="button" className={css.name} onClick={() => emit('pick', pickOf(member))}>
                {name}
              </button>
            )}
            <span className={css.level}>{level?.word ?? context.t(value === null ? 'unmeasured' : 'none')}</span>
            <span className={css.value} title={format.exact(value, field.format)}>
              {format.value(value, field.format)}
            </span>
            {withChange && (
              <span className={css.change}>
                <ChangeMark value={change} format={fieldChangeFormat(field)} judged={judged} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
