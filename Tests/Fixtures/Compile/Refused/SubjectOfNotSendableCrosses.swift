import MiniRx

nonisolated final class Cargo { var weight = 0 }
nonisolated func cross(_ subject: PublishSubject<Cargo>) {
  Task.detached { subject.onNext(Cargo()) }  // refused
}
