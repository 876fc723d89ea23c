/* Shows the pictures of `src/ui/image.tsx` half transparent while they load, also before and without React. */

for (const image of document.querySelectorAll<HTMLImageElement>('[data-falls]')) {
  if (!image.complete) image.dataset.loading = ''
}

const settle = ({ target }: Event) => {
  if (target instanceof HTMLImageElement) delete target.dataset.loading
}

// The window gets no `load` event of an element.
for (const type of ['load', 'error']) document.addEventListener(type, settle, true)

export {}
