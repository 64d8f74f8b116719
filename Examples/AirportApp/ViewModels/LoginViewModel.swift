public import AirportNet
public import MiniRx

/// Logs a person in: submit, confirm, send, tell.
///
///     submit   -x-x-------------x--
///     confirm  -?-----OK-----------     the second tap of a double tap is not heard
///     login    -------POST---200---     one request
///     status   -asking-sending-loggedIn
///
/// The presenter is told the server's message, on success and on refusal. When the model goes, the question is taken
/// away and the request is cancelled; nothing is told afterwards. Nothing that is printed shows the password, and the
/// model forgets it once the server has let the person in.
@MainActor
public final class LoginViewModel {
  /// Input: who; white space around it does not count.
  public let email = BehaviorRelay<String>(value: "")
  /// Input: the proof.
  public let password = BehaviorRelay<String>(value: "")
  /// Input: log in. Not heard while a login is under way.
  public let submit = PublishRelay<Void>()
  /// Input: take the question away, or cancel the request.
  public let cancel = PublishRelay<Void>()

  /// Output: whether there is an email and a password, and no login under way.
  public let canSubmit: Driver<Bool>
  /// Output: how far the login is.
  public let status: Driver<LoginStatus>

  private let service: LoginService
  private weak var alerts: (any AlertPresenter)?
  private let state = BehaviorRelay<LoginStatus>(value: .idle)
  // Two, since a person may answer before the question has been asked to its end.
  private let asking = SerialDisposable()
  private let sending = SerialDisposable()
  private let bag = DisposeBag()

  /// A model that waits for `submit`.
  ///
  /// - Parameters:
  ///   - service: sends the login, and keeps the token.
  ///   - alerts: asks the person and tells her; held weakly, since a screen may own the model. Without it every login is
  ///     declined.
  public init(service: LoginService, alerts: any AlertPresenter) {
    self.service = service
    self.alerts = alerts
    status = state.asDriver().distinctUntilChanged()
    canSubmit = Observable.combineLatest(email, password, state) { email, password, state in
      Fields(email: email, password: password).areComplete && !state.isUnderWay
    }.asDriver(onErrorJustReturn: false).distinctUntilChanged()
    asking.disposed(by: bag)
    sending.disposed(by: bag)
    submit.asObservable().subscribe(with: self) { model, _ in model.ask() }.disposed(by: bag)
    cancel.asObservable().subscribe(with: self) { model, _ in model.giveUp() }.disposed(by: bag)
  }

  private func ask() {
    guard !state.value.isUnderWay else { return }
    let fields = Fields(email: email.value, password: password.value)
    guard fields.areComplete else { return state.accept(.incomplete) }
    guard let alerts else { return state.accept(.declined) }
    state.accept(.asking)
    asking.disposable = alerts.confirm(.logIn(email: fields.email)).subscribe(
      with: self,
      onSuccess: { model, isConfirmed in isConfirmed ? model.send(fields) : model.state.accept(.declined) },
      onFailure: { model, _ in model.state.accept(.declined) })
  }

  private func send(_ fields: Fields) {
    state.accept(.sending)
    sending.disposable = service.login(email: fields.email, password: fields.password).subscribe(
      with: self,
      onSuccess: { model, login in
        model.password.accept("")
        model.end(.loggedIn(message: login.message), .done(login.message))
      },
      onFailure: { model, error in
        let error = NetworkError(wrapping: error)
        if let message = error.refusal {
          model.end(.refused(message: message), .refused(message))
        } else {
          model.end(.failed(error), .failed(error))
        }
      })
  }

  private func end(_ status: LoginStatus, _ message: AlertMessage) {
    state.accept(status)
    alerts?.show(message)
  }

  private func giveUp() {
    guard state.value.isUnderWay else { return }
    asking.disposable = Disposables.create()
    sending.disposable = Disposables.create()
    state.accept(.idle)
  }
}

extension LoginViewModel: CustomReflectable {
  /// What `dump` prints: nothing, since the fields hold a password.
  public nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}

/// What was typed.
private struct Fields {
  let email: String
  let password: String

  init(email: String, password: String) {
    // Not by Foundation: these are the only blanks that a field of one line holds.
    let isBlank = { (character: Character) in character.isWhitespace }
    let tail = email.drop(while: isBlank)
    self.email = String(tail.prefix(tail.count - tail.reversed().prefix(while: isBlank).count))
    self.password = password
  }

  var areComplete: Bool { !email.isEmpty && !password.isEmpty }
}
