@main
struct Main {
  static func main() {
    print("tj")
  }
}
