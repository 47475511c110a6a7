/**
 * A question to be answered before loading: why, its lines, and the control that answers it or the
 * link to it.
 */
import { useQuery } from '@tanstack/react-query'
import type { ImportQuestion } from '#schemas/generated/entities/import.ts'
import { Button, CopyCode, EntitySelector, LinkButton, Notice, useUi } from '#ui'
import { exampleWords } from './reasons.ts'
import { isFieldSetting, SettingField } from './setting-field.tsx'
import { goTo, stepElementId, type StepId } from './step.tsx'
import { KEYS, PATHS, useImports } from './imports-frame.tsx'
import type { ImportWork } from './use-import.ts'
import css from './imports.module.css'

/** The step in which a question is answered. */
export function stepOf({ setting }: Pick<ImportQuestion, 'setting'>): StepId | null {
  if (setting === null) return null
  if (setting === 'files' || setting === 'client') return 'files'
  return setting === 'places' ? 'places' : 'columns'
}

/** The page's own sentence, else the catalogue's, else what the server wrote. */
export function useQuestionText(): (question: ImportQuestion) => string {
  const { t } = useUi()
  const { say } = useImports()
  return ({ code, message, details }) => {
    const key = `imports:question.${code}`
    const words = t(key, details as Record<string, string | number>)
    // A key without a text comes back as it was, without its namespace, or in brackets.
    return words === key || words === `question.${code}` || words.startsWith('[')
      ? say({ code, message, details })
      : words
  }
}

/** Of several files that cannot be taken, each with its own reason. */
function refusedFiles({ details }: ImportQuestion): { file: string; code: string }[] {
  const files: readonly unknown[] = 'files' in details && Array.isArray(details.files) ? details.files : []
  return files.flatMap((one) =>
    typeof one === 'object' &&
    one !== null &&
    'file' in one &&
    'code' in one &&
    typeof one.file === 'string' &&
    typeof one.code === 'string'
      ? [{ file: one.file, code: one.code }]
      : [],
  )
}

export function Questions({ work }: { work: ImportWork }) {
  const { t } = useUi()
  const sentence = useQuestionText()
  const { questions } = work.now
  return questions.map((question, at) => {
    const { code, setting, lines, message } = question
    const files = refusedFiles(question)
    const isOfFiles = files.length > 0
    return (
      <Notice
        key={`${code} ${setting ?? ''} ${at}`}
        kind={setting === null || setting === 'files' ? 'bad' : 'warn'}
        title={isOfFiles ? t('imports:question.files', { count: files.length }) : sentence(question)}
      >
        <div className={css.question}>
          {isOfFiles && (
            <ul className={css.refusedFiles}>
              {files.map((one) => (
                <li key={one.file}>
                  <strong>{one.file}</strong> {sentence({ ...question, code: one.code, details: {} })}
                </li>
              ))}
            </ul>
          )}
          {files.length < 2 && lines.length > 0 && <Examples lines={lines} />}
          <div className={css.answer}>
            <Answer question={question} work={work} />
          </div>
          <details className={css.details}>
            <summary>{t('imports:technical')}</summary>
            {[message, ...(files.length > 1 ? lines : [])].map((line) => (
              <p key={line} lang="en">
                {line}
              </p>
            ))}
            <CopyCode code={code} />
          </details>
        </div>
      </Notice>
    )
  })
}

function Answer({ question, work }: { question: ImportQuestion; work: ImportWork }) {
  const { t } = useUi()
  const { setting } = question
  const step = stepOf(question)
  if (isFieldSetting(setting)) return <SettingField setting={setting} work={work} isAsked inQuestion />
  if (setting === 'client') return <ClientField work={work} />
  // Files that were sent cannot be exchanged: an import of others is another one.
  if (setting === 'files')
    return (
      <LinkButton size="small" href={PATHS.start}>
        {t('imports:goTo.files')}
      </LinkButton>
    )
  return (
    step !== null && (
      <Button size="small" onPress={() => goTo(stepElementId(step))}>
        {t(`imports:goTo.${setting ?? ''}`)}
      </Button>
    )
  )
}

function ClientField({ work }: { work: ImportWork }) {
  const { t } = useUi()
  const { api } = useImports()
  const clients = useQuery({ queryKey: KEYS.clients, queryFn: ({ signal }) => api.clients(signal) })
  return (
    <EntitySelector
      label={t('imports:client')}
      isRequired
      items={(clients.data ?? []).map(({ id, name }) => ({ id, name }))}
      value={work.valueOf('client') ?? null}
      onChange={(client) => work.change({ client, newClient: null })}
    />
  )
}

/** Lines of the files, as they were written. */
export function Examples({ lines }: { lines: readonly string[] }) {
  const { t } = useUi()
  // The same line may be in two files.
  return (
    <ul className={css.examples}>
      {lines.map((line, at) => (
        <li key={`${at} ${line}`}>
          <code>{exampleWords(line, t)}</code>
        </li>
      ))}
    </ul>
  )
}
