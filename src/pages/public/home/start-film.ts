/**
 * Has the play button open the film as a modal dialog, with React and without, unless that is done already. A film that
 * the page's URL has opened becomes modal as well.
 * @param film an element with `data-film`: the form of the play button, and the dialog
 */
export function startFilm(film: HTMLElement) {
  const dialog = film.querySelector('dialog')
  const video = film.querySelector('video')
  if (!dialog || !video || film.dataset.isStarted) return
  film.dataset.isStarted = 'true'

  function open() {
    dialog?.showModal()
    if (!video) return
    video.poster = video.dataset.poster ?? ''
    video.currentTime = 0
    video.play().catch(() => {})
  }

  film.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    open()
  })
  dialog.addEventListener('close', () => {
    // The event comes late: the dialog may be open again, as a modal one.
    if (!dialog.open) video.pause()
  })
  if (dialog.open) {
    dialog.close()
    // It gets the focus back.
    film.querySelector('button')?.focus()
    open()
  }
}
