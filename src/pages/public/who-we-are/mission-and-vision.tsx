import { Imigongo } from '#ui/ornament/imigongo.tsx'

const aims = [
  {
    title: 'Our mission',
    text: 'To train young Africans for work that the world needs, to place them with employers who value it, and to stay beside both until the work goes well.',
  },
  {
    title: 'Our vision',
    text: 'A continent whose talent is hired for what it can do, wherever it lives, and a Kigali that employers name among the first places to look.',
  },
]

export function MissionAndVision() {
  return (
    <section aria-label="Mission and vision" className="wrap py-section">
      <div className="grid gap-6 md:grid-cols-2">
        {aims.map(({ title, text }, index) => (
          <div
            key={title}
            className={`flex flex-col overflow-hidden rounded ${index ? 'bg-accent-soft md:mt-20' : 'bg-primary-soft md:mb-20'}`}
          >
            <div className="p-7 sm:p-12">
              <h2 className="text-3xl">{title}</h2>
              <p className="mt-5 max-w-[44ch] text-lg">{text}</p>
            </div>
            <div className="mt-auto h-20 overflow-hidden">
              <Imigongo seed={title} bands={1} unitPx={4} />
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}
