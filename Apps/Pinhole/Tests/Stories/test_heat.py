"""The phone gets hot, too hot, and cools down."""


def test_heat_slows_stops_and_passes(app):
    """R-MULTI-5"""
    app.choose("heat", "serious")
    app.wait_for_words("thermal-notice", "The device is hot", "20 frames a second")
    app.settle()
    app.shot("hot")
    app.choose("heat", "critical")
    app.wait_for_words("thermal-notice", "The device is very hot", "15 frames a second", "It stops if this goes on.")
    app.expect_live()
    app.wait("phone.tree.record(document.querySelector('#app canvas')).stream.painter.metrics().fps < 18")
    app.choose("heat", "shutdown")
    app.wait_for_part("interruption")
    app.wait_until_gone("thermal-notice")
    app.settle()
    app.shot("too-hot")
    assert app.button("Take photo").is_disabled()
    app.choose("heat", "nominal")
    app.expect_live()
