/** A new rule, and changing one. */
import type { Language } from '#domain/languages'
import type { AlertRuleDraft } from '#schemas/generated/api/alert-rule-draft.ts'
import { ruleName } from '#domain/alert-rules'
import { Page, QueryState, toasts, useUi } from '#ui'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { PATHS, useAlerts } from './alerts-frame.tsx'
import { RuleForm } from './rule-form.tsx'
import { newRule, valuesOf } from './rule-values.ts'
import { useAlertClients, useRefreshRules, useRule } from './use-alert-data.ts'

function useSaving(id?: number): (draft: AlertRuleDraft) => Promise<void> {
  const { t } = useUi()
  const { api, say } = useAlerts()
  const refresh = useRefreshRules()
  const navigate = useNavigate()
  return async (draft) => {
    await (id === undefined ? api.addRule(draft) : api.saveRule(id, draft)).catch((cause: unknown) => {
      throw new Error(say(cause), { cause })
    })
    toasts.success(t('alerts:rules.saved'))
    void navigate(`${PATHS.rules}&client=${draft.client}`)
    void refresh()
  }
}

export function NewRulePage() {
  const { t } = useUi()
  const [search] = useSearchParams()
  const clients = useAlertClients()
  const save = useSaving()
  return (
    <Page title={t('alerts:rules.newTitle')} back={{ href: PATHS.rules, label: t('alerts:tab.rules') }}>
      <QueryState of={clients} skeleton="form">
        {(list) => {
          const requested = Number(search.get('client'))
          return (
            <RuleForm
              isNew
              initial={newRule(list.find(({ id }) => id === requested)?.id ?? list[0]?.id ?? null)}
              clients={list}
              save={save}
            />
          )
        }}
      </QueryState>
    </Page>
  )
}

export function EditRulePage() {
  const { t, locale } = useUi()
  const id = Number(useParams().id)
  const [rule, clients] = [useRule(id), useAlertClients()]
  const save = useSaving(id)
  const both = {
    ...rule,
    data:
      rule.data !== undefined && clients.data !== undefined ? { rule: rule.data, clients: clients.data } : undefined,
    error: rule.error ?? clients.error,
    isPending: rule.isPending || clients.isPending,
  }
  return (
    <Page
      title={rule.data === undefined ? t('alerts:rules.one') : ruleName(rule.data, locale as Language)}
      back={{ href: PATHS.rules, label: t('alerts:tab.rules') }}
    >
      <QueryState key={id} of={both} skeleton="form">
        {({ rule: one, clients: list }) => (
          <RuleForm isNew={false} initial={valuesOf(one)} clients={list} save={save} />
        )}
      </QueryState>
    </Page>
  )
}
