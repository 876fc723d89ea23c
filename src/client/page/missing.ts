// Until React has come, the style sheet shows the message of an empty field (`data-missing`, public.css) in place of
// the browser's own words.

function showMissing(event: Event) {
  const field = event.target as HTMLInputElement
  if (!field.closest('[data-missing]')) return
  event.preventDefault()
  if (!field.form?.querySelector(':invalid:focus')) field.focus()
}

addEventListener('invalid', showMissing, true)

export {}
