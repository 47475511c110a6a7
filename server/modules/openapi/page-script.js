/* The API page: search, and requests that are sent when their button is pressed, and only then. */
const SESSION_TOKEN = 'access_token'
const root = document.documentElement
root.dataset.script = 'yes'

const find = (within, selector) => within.querySelector(selector)
const all = (within, selector) => [...within.querySelectorAll(selector)]

/* Search: every word has to be in the method, the address, the summary or the group. */
const search = find(document, '#search')
const count = find(document, '#count')
function filter() {
  const words = search.value
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  let shown = 0
  for (const section of all(document, 'section[data-group]')) {
    let some = false
    for (const call of all(section, 'details[data-find]')) {
      const fits = words.every((word) => call.dataset.find.includes(word))
      call.hidden = !fits
      some ||= fits
      if (fits) shown += 1
    }
    section.hidden = !some
    const link = find(document, `nav a[href="#${section.id}"]`)
    if (link !== null) link.parentElement.hidden = !some
  }
  count.textContent = words.length === 0 ? '' : shown === 1 ? '1 call' : `${shown} calls`
}
search.addEventListener('input', filter)

/* A link to a call or a shape opens it. */
function openTarget() {
  const target = location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target?.tagName === 'DETAILS') target.open = true
}
addEventListener('hashchange', openTarget)
openTarget()

/* The token is typed in, or taken from the session of this browser when the reader asks for it. It is kept nowhere. */
const token = find(document, '#token')
const said = find(document, '#token-said')
find(document, '#use-session').addEventListener('click', () => {
  const own = localStorage.getItem(SESSION_TOKEN)
  token.value = own ?? ''
  said.textContent = own === null ? 'You are not signed in in this browser.' : 'The token of your session is used.'
})
token.addEventListener('input', () => {
  said.textContent = ''
})

function addressOf(form) {
  let path = form.dataset.path
  const query = new URLSearchParams()
  for (const field of all(form, '[data-in]')) {
    const { in: place } = field.dataset
    const name = field.name
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(field.value))
    if (place === 'query' && field.value !== '') query.append(name, field.value)
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

async function readAnswer(answer) {
  const type = answer.headers.get('content-type') ?? ''
  if (!/json|^text\//.test(type)) return `${(await answer.blob()).size} bytes of ${type === '' ? 'no type' : type}`
  const text = await answer.text()
  if (!type.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!form.matches('form[data-path]')) return
  event.preventDefault()
  void send(form)
})

async function send(form) {
  const [status, shown, button] = [find(form, '[data-status]'), find(form, '[data-answer]'), find(form, 'button')]
  const headers = {}
  if (token.value !== '') headers.access_token = token.value
  for (const field of all(form, '[data-in="header"]')) if (field.value !== '') headers[field.name] = field.value
  const body = find(form, 'textarea')
  if (body !== null) headers['content-type'] = 'application/json'
  const address = addressOf(form)
  status.textContent = 'Sending …'
  shown.hidden = true
  button.setAttribute('aria-disabled', 'true')
  try {
    const answer = await fetch(address, {
      method: form.dataset.method,
      headers,
      credentials: 'omit',
      ...(body !== null && { body: body.value }),
    })
    shown.textContent = await readAnswer(answer)
    shown.hidden = false
    status.textContent = `${form.dataset.method} ${address}: ${answer.status} ${answer.statusText}`
  } catch (error) {
    status.textContent = `No answer: ${error instanceof Error ? error.message : String(error)}`
  }
  button.removeAttribute('aria-disabled')
}
