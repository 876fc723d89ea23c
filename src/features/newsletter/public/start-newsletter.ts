import { readAuthState } from '#client/api/auth-state.ts'
import { errorsFromApi, parseApiError, parseErrorBody } from '#client/api/errors.ts'
import { apiUrl, prepareRequest } from '#client/api/fetch.ts'
import { readSpamFields, readValues, validateField } from '#shared/validation.ts'
import { notify } from '#ui/feedback/notify.ts'
import { showErrors } from '#ui/forms/show-errors.ts'
import { buttonMarks, newsletterForm } from '../validation.ts'

const { rules } = newsletterForm

/**
 * Without the API's client, which knows all calls.
 * @returns what is left to do; empty where the server says nothing of it
 * @throws ApiError when it is refused
 */
async function send(payload: object) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(payload)
  const request = new Request(apiUrl('/website/subscribe/'), { method: 'POST', headers, body })
  const post = await prepareRequest(request)
  const token = readAuthState().tokens?.access
  let response = await post(token)
  // Whoever's session has ended subscribes all the same.
  if (token && response.status === 401) response = await post()
  const answer = await response.json().catch(() => null)
  if (!response.ok) throw parseErrorBody(response.status, answer)
  return typeof answer?.note === 'string' ? answer.note : ''
}

/** Subscribes by a form of the newsletter, unless that is done already. */
export function startNewsletter(form: HTMLFormElement) {
  const input = form.elements.namedItem('email')
  const button = form.querySelector('button')
  const told = form.querySelector('[role=alert]')
  if (!(input instanceof HTMLInputElement) || !button || !told) return
  if (form.dataset.isStarted) return
  form.dataset.isStarted = 'true'

  function tell(text: string, isError: boolean) {
    if (!told || !(input instanceof HTMLInputElement)) return
    told.textContent = text
    told.classList.toggle('text-error', isError)
    if (isError) input.ariaInvalid = 'true'
    else input.removeAttribute('aria-invalid')
  }

  const tellError = (text = '') => tell(text, text !== '')

  function showSubscribed(isSubscribed: boolean) {
    if (!button) return
    button.ariaLabel = isSubscribed ? 'Subscribed' : 'Subscribe'
    button
      .querySelector('path')
      ?.setAttribute('d', isSubscribed ? buttonMarks.sent : buttonMarks.send)
  }

  async function subscribe() {
    if (!button || button.ariaDisabled === 'true' || !(input instanceof HTMLInputElement)) return
    const data = new FormData(form)
    const values = readValues(rules, data)
    const wrong = validateField(rules.email, values.email)
    tellError(wrong)
    if (wrong) return input.focus()
    showErrors([])
    button.ariaDisabled = 'true'
    try {
      const note = await send({ ...values, ...readSpamFields(data) })
      // What is typed during the request is another address, so it stays.
      if (input.value.trim() === values.email) input.value = ''
      showSubscribed(true)
      tell(note, false)
      notify({ type: 'success', message: newsletterForm.success })
    } catch (failed) {
      const apiError = parseApiError(failed)
      const { status, reason, fields, detail } = apiError
      tellError(errorsFromApi(newsletterForm, apiError).fields.email)
      const isOffline = status === null && !navigator.onLine
      showErrors([reason ?? fields.email?.[0] ?? (isOffline ? detail : newsletterForm.failure)])
      if (fields.email) input.focus()
    } finally {
      button.ariaDisabled = null
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void subscribe()
  })
  input.addEventListener('input', () => {
    showSubscribed(false)
    tellError(input.ariaInvalid ? validateField(rules.email, input.value) : '')
  })
}
