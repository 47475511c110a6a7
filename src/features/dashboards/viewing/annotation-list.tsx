import { daysText } from '#domain/period-text'
import type { Annotation } from '#schemas/generated/entities/annotation.ts'
import { confirmAndRun, IconButton } from '#ui'
import { useUi } from '#ui'
import { EditIcon, TrashIcon } from '#ui/icons/index.tsx'
import type { AnnotationsPorts } from './ports.ts'
import css from './viewing.module.css'

interface ListProps {
  all: readonly Annotation[]
  ports: AnnotationsPorts
  onEdit: (annotation: Annotation) => void
  onChanged: () => void
}

export function AnnotationList({ all, ports, onEdit, onChanged }: ListProps) {
  const { t, locale } = useUi()
  if (all.length === 0) return <p className={css.hint}>{t('viewing:notes.none')}</p>
  const remove = ({ id, text }: Annotation) =>
    void confirmAndRun({
      question: t('viewing:notes.removeQuestion', { text }),
      isDanger: true,
      errorText: ports.say,
      run: async () => {
        await ports.api.remove(id)
        onChanged()
      },
    })
  return (
    <ul className={css.list} aria-label={t('viewing:notes.list')}>
      {all.map((one) => (
        <li key={one.id} className={css.row}>
          <span className={css.text}>
            <strong>{one.text}</strong>
            <span className={css.hint}>
              {[daysText(one, locale), ...(one.ownerName === null || one.isMine ? [] : [one.ownerName])].join(' · ')}
            </span>
          </span>
          {one.mayChange && (
            <span className={css.more}>
              <IconButton
                plain
                size="small"
                label={t('viewing:notes.editOf', { text: one.text })}
                icon={<EditIcon />}
                onPress={() => onEdit(one)}
              />
              <IconButton
                plain
                size="small"
                label={t('viewing:notes.removeOf', { text: one.text })}
                icon={<TrashIcon />}
                onPress={() => remove(one)}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
