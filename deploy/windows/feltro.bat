@echo off
rem Feltro nesta pasta: dados e chaves ficam ao lado, e nada e instalado no Windows.
rem Com duplo clique atende a sala; com palavras e o comando "feltro": feltro verify
chcp 65001 >nul
setlocal
set "FELTRO_HOME=%~dp0dados"
set "FELTRO_KEYS=%~dp0chaves"
set "FELTRO_DATABASE=sqlite:///%~dp0dados\feltro.sqlite3"
if not exist "%FELTRO_HOME%" mkdir "%FELTRO_HOME%"
if not exist "%FELTRO_KEYS%" mkdir "%FELTRO_KEYS%"
if not "%~1"=="" goto command
"%~dp0python\python.exe" -m feltro.cli.main serve --host 0.0.0.0
if errorlevel 1 pause
exit /b %errorlevel%
:command
"%~dp0python\python.exe" -m feltro.cli.main %*
exit /b %errorlevel%
