/** Blank cards in place of results that are loading; styles/skeleton.css defines when they appear. */
export function ResultsSkeleton() {
  return (
    <div className="card-grid skeleton" aria-hidden="true">
      {Array.from({ length: 8 }, (_, i) => (
        <p key={i} className="skeleton-ticket skeleton-card" />
      ))}
    </div>
  )
}
